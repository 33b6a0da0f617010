import { countOf } from "@goaltrace/core/log";
import type { Problem } from "./protocol.ts";
import { LINE_MAX_CHARACTERS } from "./tunables.ts";

/** Problems for people: each with its line of the file, without indentation. */
export function withSource(
  problems: readonly Problem[],
  text: string,
): readonly (Problem & { readonly source: string })[] {
  const lines = text.split(/\r\n|\n|\r/u);
  return problems.map((problem) => ({
    ...problem,
    source: (lines[problem.line - 1] ?? "").trim().slice(0, LINE_MAX_CHARACTERS),
  }));
}

/** Writes problems as `line:column severity code: message`, each on one line. */
export function problemLines(problems: readonly Problem[]): readonly string[] {
  return problems.map(
    ({ line, column, severity, code, message }) =>
      `${String(line)}:${String(column)} ${severity}${code === null ? "" : ` ${code}`}: ${message.replaceAll(/\s*\n\s*/gu, " · ")}`,
  );
}

/** Counts problems in words, such as "1 error, 2 warnings". */
export function problemSummary(problems: readonly Problem[]): string {
  const counts = (["error", "warning", "information"] as const).flatMap((severity) => {
    const count = problems.filter((problem) => problem.severity === severity).length;
    if (count === 0) return [];
    return [countOf(count, severity === "information" ? "remark" : severity)];
  });
  return counts.length === 0 ? "No problems" : counts.join(", ");
}
