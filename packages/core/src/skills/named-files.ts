import type { SkillProblem } from "./skill-problem.ts";

/** Paths in the folders that the format recommends, as texts mention them. */
const MENTIONED = /(?<![\w/.-])(?:references|scripts|assets)\/[\w./-]*\w/gu;

/** Returns a problem for each file that the instructions name and the skill does not have. `firstLine`: of the body in SKILL.md. */
export function unknownFiles(
  body: string,
  { files, firstLine }: { readonly files: readonly string[]; readonly firstLine: number },
): readonly SkillProblem[] {
  const problems = new Map<string, SkillProblem>();
  body.split("\n").forEach((text, index) => {
    for (const [path] of text.matchAll(MENTIONED))
      if (!problems.has(path) && !files.some((file) => file === path || file.startsWith(`${path}/`)))
        problems.set(path, { code: "unknown_file", line: firstLine + index, found: path });
  });
  return [...problems.values()];
}
