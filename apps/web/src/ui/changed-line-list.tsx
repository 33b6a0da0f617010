import type { ReactElement } from "react";

/** A line that one of two versions has. */
export type ChangedLine = { readonly kind: "removed" | "added"; readonly text: string };

/** Lines that go and come, in the colors of a diff. */
export function ChangedLineList({ lines }: { readonly lines: readonly ChangedLine[] }): ReactElement {
  return (
    <ul className="overflow-hidden rounded-md text-12">
      {lines.map(({ kind, text }, index) => (
        <li
          key={index}
          className={`px-3 py-1 [overflow-wrap:anywhere] ${kind === "removed" ? "bg-error-soft" : "bg-ok-soft"}`}
        >
          {`${kind === "removed" ? "−" : "+"} ${text}`}
        </li>
      ))}
    </ul>
  );
}
