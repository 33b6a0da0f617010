import type { ChangedLine } from "./changed-line-list.tsx";

/** Returns the lines that changed between two texts: first the removed ones, then the added ones. */
export function changedLines(before: string, after: string): readonly ChangedLine[] {
  const [old, current] = [before.split("\n"), after.split("\n")];
  const removed = without(old, current);
  const added = without(current, old);
  return [
    ...removed.map((text) => ({ kind: "removed" as const, text })),
    ...added.map((text) => ({ kind: "added" as const, text })),
  ];
}

/** Returns the lines that occur more often in one text than in the other, without blank ones. */
function without(lines: readonly string[], other: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of other) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0 && line.trim() !== "";
  });
}
