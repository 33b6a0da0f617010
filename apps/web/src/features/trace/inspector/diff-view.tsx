import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";

/** A unified diff, line by line. The text keeps its signs, so color is not the only difference. */
export function DiffView({ diff }: { readonly diff: string }): ReactElement {
  return (
    <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunken py-2 font-mono text-11 leading-5">
      {diff.split("\n").map((line, index) => (
        <span key={index} className={classNames("block px-3", lineClass(line))}>
          {line === "" ? " " : line}
        </span>
      ))}
    </pre>
  );
}

function lineClass(line: string): string {
  if (line.startsWith("diff --git ")) return "font-semibold not-first:pt-2";
  if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("@@")) return "text-ink-3";
  if (line.startsWith("+")) return "bg-ok-soft text-ok";
  if (line.startsWith("-")) return "bg-error-soft text-error";
  return "";
}
