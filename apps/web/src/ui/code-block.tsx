"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../lib/class-names.ts";
import { CopyButton } from "./copy-button.tsx";

export type CodeBlockProps = {
  readonly code: string;
  /** The info string of the fence; shown, not used for highlighting. */
  readonly language?: string | null;
  readonly wrap?: boolean;
  /** The number of lines to show before folding the rest; null (the default) shows all. */
  readonly foldAfter?: number | null;
  readonly className?: string;
};

/** Code or output in a monospace font on the sunken surface. Scrolls horizontally without moving the page. */
export function CodeBlock({
  code,
  language,
  wrap = false,
  foldAfter = null,
  className,
}: CodeBlockProps): ReactElement {
  const translate = useTranslations("common");
  const [open, setOpen] = useState(false);
  const text = code.replace(/\n$/, "");
  const lines = foldAfter === null ? [] : text.split("\n");
  const folds = foldAfter !== null && lines.length > foldAfter;
  return (
    <div className={classNames("group relative rounded-md bg-sunken", className)}>
      {language && <div className="px-3 pt-2 text-11 text-ink-3">{language}</div>}
      <pre
        // A scrollable element must be reachable by keyboard.
        tabIndex={0}
        className={classNames(
          "overflow-auto px-3 py-2 pr-10 font-mono text-12 -outline-offset-2",
          wrap && "[overflow-wrap:anywhere] whitespace-pre-wrap",
        )}
      >
        <code>{folds && !open ? lines.slice(0, foldAfter).join("\n") : text}</code>
      </pre>
      {folds && (
        <button
          type="button"
          aria-expanded={open}
          className="link px-3 pb-2 text-12"
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? translate("foldLines") : translate("showAllLines", { count: lines.length })}
        </button>
      )}
      <CopyButton
        text={text}
        label={translate("copyCode")}
        className="absolute top-1 right-1 opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 pointer-coarse:opacity-100"
      />
    </div>
  );
}
