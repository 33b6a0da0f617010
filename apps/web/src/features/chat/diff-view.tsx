import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { readDiff } from "./read-diff.ts";
import type { DiffLine } from "./read-diff.ts";

const LINE_CLASS: Readonly<Record<DiffLine["kind"], string>> = {
  file: "pt-1 font-semibold",
  hunk: "text-ink-3",
  same: "",
  added: "bg-ok-soft",
  removed: "bg-error-soft",
};
const SIGN: Readonly<Record<DiffLine["kind"], string>> = {
  file: "",
  hunk: "",
  same: "",
  added: "+",
  removed: "−",
};

/** A unified diff with line numbers, up to 240 px high. */
export function DiffView({ diff, label }: { readonly diff: string; readonly label: string }): ReactElement {
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={label}
      className="max-h-60 overflow-auto font-mono text-12 -outline-offset-2"
    >
      <div className="w-max min-w-full py-1">
        {readDiff(diff).map((line, index) => (
          <div key={index} className={classNames("grid grid-cols-[40px_24px_auto]", LINE_CLASS[line.kind])}>
            <span className="pr-2 text-right text-ink-2 select-none">{line.number}</span>
            <span className="text-center">{SIGN[line.kind]}</span>
            <span className="pr-[15px] whitespace-pre">{line.text}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
