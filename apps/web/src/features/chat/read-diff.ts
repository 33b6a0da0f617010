/** One line of a diff: a path, the mode of a file, a hunk header or a line of the file. `number` is the line number in the new file, or in the old file for removed lines; null for headers. */
export type DiffLine = {
  readonly kind: "file" | "hunk" | "same" | "added" | "removed";
  readonly number: number | null;
  readonly text: string;
};

/** Parses a unified diff of one file, or one of several files as git shows it. Omits `---`, `+++` and end-of-line markers. */
export function readDiff(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let oldNumber = 0;
  let newNumber = 0;
  let inHunk = false;
  for (const line of diff.split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/.exec(line);
    const file = /^diff --git a\/(?<path>.+) b\/\k<path>$/u.exec(line)?.groups?.["path"];
    if (file !== undefined) {
      inHunk = false;
      lines.push({ kind: "file", number: null, text: file });
    } else if (!inHunk && /^(?:(?:new|deleted) file|old|new) mode \d+$|^Binary file/u.test(line))
      lines.push({ kind: "hunk", number: null, text: line });
    else if (hunk) {
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
