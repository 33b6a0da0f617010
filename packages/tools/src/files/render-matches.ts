import { GREP_MAX_LINE_CHARACTERS } from "../tunables.ts";

/**
 * Renders the matching lines of one file like ripgrep: `12:` before a match, `13-` before a context line, `--` between ranges. `matches`
 * are ascending line numbers from 1.
 */
export function renderMatches(text: string, matches: readonly number[], context: number): readonly string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const isMatch = new Set(matches);
  const rendered: string[] = [];
  let last = 0;
  for (const match of matches) {
    const from = Math.max(last + 1, match - context);
    if (context > 0 && last > 0 && from > last + 1) rendered.push("--");
    const until = Math.min(lines.length, match + context);
    for (let number = from; number <= until; number += 1) {
      rendered.push(
        `${String(number)}${isMatch.has(number) ? ":" : "-"} ${truncate((lines[number - 1] ?? "").replace(/\r$/, ""))}`,
      );
    }
    last = Math.max(last, until);
  }
  return rendered;
}

function truncate(line: string): string {
  const more = line.length - GREP_MAX_LINE_CHARACTERS;
  return more <= 0
    ? line
    : `${line.slice(0, GREP_MAX_LINE_CHARACTERS)} […${String(more)} more characters in this line]`;
}
