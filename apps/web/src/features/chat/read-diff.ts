/** One line of a diff. `number` counts in the new file, for removed lines in the old one; null for a hunk's heading. */
export type DiffLine = {
  readonly kind: "hunk" | "same" | "added" | "removed";
  readonly number: number | null;
  readonly text: string;
};

/** Reads a unified diff of one file. Headings of the file and marks about line ends are left out. */
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
