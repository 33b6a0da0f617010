import type { FoundLine } from "../bounded/pattern-thread.ts";

/** Renders the found lines of one file like ripgrep: `12:` before a match, `13-` before a context line, `--` between ranges. */
export function renderMatches(lines: readonly FoundLine[], context: number): readonly string[] {
  return lines.flatMap(({ number, text, isMatch }, index) => {
    const previous = lines[index - 1]?.number;
    const line = `${String(number)}${isMatch ? ":" : "-"} ${text}`;
    return context > 0 && previous !== undefined && number > previous + 1 ? ["--", line] : [line];
  });
}
