import type { ChangedLine } from "../../ui/changed-line-list.tsx";
import type { MemoryDetail } from "./memory-type.ts";

type Contents = Pick<MemoryDetail["versions"][number], "name" | "description" | "keywords" | "content">;

/** Returns the lines that changed between two versions: first the removed ones, then the added ones. */
export function changedLines(before: Contents, after: Contents): readonly ChangedLine[] {
  const [old, current] = [linesOf(before), linesOf(after)];
  const removed = old.filter((line) => !current.includes(line));
  const added = current.filter((line) => !old.includes(line));
  return [
    ...removed.map((text) => ({ kind: "removed" as const, text })),
    ...added.map((text) => ({ kind: "added" as const, text })),
  ];
}

/** Returns all lines of removed contents. */
export function removedLines(contents: Contents): readonly ChangedLine[] {
  return linesOf(contents).map((text) => ({ kind: "removed", text }));
}

/** Contents are often a single line with several sentences, which are compared one by one. */
function linesOf({ name, description, keywords, content }: Contents): readonly string[] {
  const sentences = content.split(/\n|(?<=[.!?])\s+|(?<=[。！？])/u);
  return [name, description, keywords.join(", "), ...sentences]
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
