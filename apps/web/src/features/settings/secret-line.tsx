"use client";
import type { ReactElement } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";

export type SecretLineProps = {
  readonly text: string;
  readonly label: string;
  readonly copyLabel: string;
};

/** A secret that is shown only once: complete, selectable, with a copy button. */
export function SecretLine({ text, label, copyLabel }: SecretLineProps): ReactElement {
  return (
    <div className="mt-2 flex items-center gap-2 rounded-md border border-line bg-raised py-1 pr-1 pl-3">
      <code aria-label={label} className="min-w-0 flex-1 font-mono text-12 [overflow-wrap:anywhere]">
        {text}
      </code>
      <CopyButton text={text} label={copyLabel} />
    </div>
  );
}
