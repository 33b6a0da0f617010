/** The lines of a file. A line with code and a comment counts as code. */
export type LineCounts = {
  readonly total: number;
  readonly code: number;
  readonly comment: number;
  readonly blank: number;
};

/** Counts the lines of a text. `comments` have their offset, first and last line, from 1. */
export function countLines(
  text: string,
  comments: readonly (readonly [offset: number, first: number, last: number])[],
): LineCounts {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const ofComments = new Set<number>();
  for (const [offset, first, last] of comments)
    for (let line = first; line <= last; line += 1)
      if (line > first || isStartOfLine(text, offset)) ofComments.add(line);
  const blank = lines.filter((line) => line.trim() === "").length;
  const comment = lines.filter((line, index) => ofComments.has(index + 1) && line.trim() !== "").length;
  return { total: lines.length, blank, comment, code: lines.length - blank - comment };
}

function isStartOfLine(text: string, offset: number): boolean {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return text.slice(start, offset).trim() === "";
}
