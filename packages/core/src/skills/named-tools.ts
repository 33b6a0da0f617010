import { nearestName } from "../nearest-name.ts";
import type { SkillProblem } from "./skill-problem.ts";

/**
 * Returns a problem for each allowed tool that is probably a misspelled one of ours. Names that resemble none are those of other programs, and
 * nothing is wrong with them. Patterns behind a name, as in `bash(git:*)`, do not count.
 */
export function unknownTools(
  source: string,
  { allowedTools, tools }: { readonly allowedTools: readonly string[]; readonly tools: readonly string[] },
): readonly SkillProblem[] {
  const lines = source.split(/\r\n?|\n/u);
  const start = lines.findIndex((line) => line.startsWith("allowed-tools:"));
  const names = new Set(allowedTools.map((tool) => tool.replace(/\(.*$/u, "")));
  return [...names].flatMap((name) => {
    if (tools.includes(name) || nearestName(name, tools) === undefined) return [];
    // A list may have one tool per line.
    const line = lines.findIndex((text, index) => index >= start && text.includes(name));
    return [{ code: "unknown_tool" as const, line: line < 0 ? null : line + 1, found: name }];
  });
}
