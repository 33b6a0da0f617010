import type { SyntaxProblem } from "./syntax.ts";

/** Returns what a result says about syntax errors: where they are, and that the rest was read. */
export function problemNotices(problems: readonly SyntaxProblem[]): readonly string[] {
  if (problems.length === 0) return [];
  const places = problems
    .slice(0, 5)
    .map(({ line, missing }) =>
      missing === null ? `line ${String(line)}` : `line ${String(line)} (missing ${missing})`,
    );
  const more = problems.length > places.length ? ` and ${String(problems.length - places.length)} more` : "";
  return [`Syntax errors: ${places.join(", ")}${more}. The rest was read.`];
}
