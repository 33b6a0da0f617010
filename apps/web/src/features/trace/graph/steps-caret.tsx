import type { ReactElement } from "react";

/** The corner of a panel that points at its box. */
export function Caret({
  x,
  tone,
  side,
}: {
  readonly x: number;
  readonly tone: string;
  readonly side: "top" | "bottom";
}): ReactElement {
  const place =
    side === "top" ? "-top-[6px] rotate-45 border-t border-l" : "-bottom-[6px] rotate-45 border-r border-b";
  return (
    <span
      aria-hidden="true"
      style={{ left: x - 5 }}
      className={`absolute size-2.5 bg-page ${place} ${tone}`}
    />
  );
}
