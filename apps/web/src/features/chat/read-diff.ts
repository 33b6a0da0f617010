/** One line of a diff. `number` is the line number in the new file, or in the old file for removed lines; null for hunk headers. */
export type DiffLine = {
  readonly kind: "hunk" | "same" | "added" | "removed";
  readonly number: number | null;
  readonly text: string;
};

/** Parses a unified diff of one file. Omits file headers and end-of-line markers. */
export function readDiff(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let oldNumber = 0;
  let newNumber = 0;
  let inHunk = false;
  for (const line of diff.split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/.exec(line);
    if (hunk) {
      inHunk = true;
      oldNumber = Number(hunk[1]);
      newNumber = Number(hunk[2]);
      lines.push({ kind: "hunk", number: null, text: line });
    } else if (inHunk && line.startsWith("+"))
      lines.push({ kind: "added", number: newNumber++, text: line.slice(1) });
    else if (inHunk && line.startsWith("-"))
      lines.push({ kind: "removed", number: oldNumber++, text: line.slice(1) });
    else if (inHunk && line.startsWith(" ")) {
      lines.push({ kind: "same", number: newNumber++, text: line.slice(1) });
      oldNumber += 1;
    }
  }
  return lines;
}
