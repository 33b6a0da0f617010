import type { SkillProblem } from "./skill-problem.ts";

/** Paths in the folders that the format recommends, as texts mention them. */
const MENTIONED = /(?<![\w/.-])(?:references|scripts|assets)\/[\w./-]*\w/gu;

/** Returns a problem for each file that the instructions of a SKILL.md name and the skill does not have. */
export function unknownFiles(source: string, files: readonly string[]): readonly SkillProblem[] {
  const problems = new Map<string, SkillProblem>();
  const lines = source.split(/\r\n?|\n/u);
  const end = lines.findIndex((text, index) => index > 0 && text.trimEnd() === "---");
  lines.forEach((text, index) => {
    if (index <= end) return;
    for (const [path] of text.matchAll(MENTIONED))
      if (!problems.has(path) && !files.some((file) => file === path || file.startsWith(`${path}/`)))
        problems.set(path, { code: "unknown_file", line: index + 1, found: path });
  });
  return [...problems.values()];
}
