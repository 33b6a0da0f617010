import type { ReactElement } from "react";
import { changedPart } from "./changed-part.ts";

/** A line that only one of two versions contains. */
export type ChangedLine = { readonly kind: "removed" | "added"; readonly text: string };

/** Removed and added lines, in the colors of a diff. Where their numbers are equal, the different words are marked. */
export function ChangedLineList({ lines }: { readonly lines: readonly ChangedLine[] }): ReactElement {
  const [removed, added] = (["removed", "added"] as const).map((kind) =>
    lines.filter((line) => line.kind === kind),
  );
  const otherOf = (line: ChangedLine): string | null => {
    if (removed === undefined || added === undefined || removed.length !== added.length) return null;
    const [own, others] = line.kind === "removed" ? [removed, added] : [added, removed];
    return others[own.indexOf(line)]?.text ?? null;
  };
  return (
    <ul className="overflow-hidden rounded-md text-12">
      {lines.map((line, index) => (
        <li
          key={index}
          className={`px-3 py-1 [overflow-wrap:anywhere] ${line.kind === "removed" ? "bg-error-soft" : "bg-ok-soft"}`}
        >
          {line.kind === "removed" ? "− " : "+ "}
          <LineText line={line} other={otherOf(line)} />
        </li>
      ))}
    </ul>
  );
}

function LineText({
  line: { kind, text },
  other,
}: {
  readonly line: ChangedLine;
  readonly other: string | null;
}): ReactElement {
  const [before, changed, after] = other === null ? ["", "", text] : changedPart(text, other);
  // A line that has nothing in common with the other is a different line.
  if (changed === "" || before + after === "") return <>{text}</>;
  return (
    <>
      {before}
      <mark className={`rounded-xs text-ink ${kind === "removed" ? "bg-error/20" : "bg-ok/20"}`}>
        {changed}
      </mark>
      {after}
    </>
  );
}
