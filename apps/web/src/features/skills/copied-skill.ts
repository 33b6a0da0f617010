import { applySkillFix, suggestSkillFix } from "@goaltrace/core/skills";
import type { SkillDetailData } from "./skill-types.ts";

/** Returns the text that a copy in the workspace begins with, and its name: an allowed one in place of one that is refused. */
export function copiedSkill({
  name,
  source,
  problems,
}: Pick<SkillDetailData["skill"], "name" | "source" | "problems">): {
  readonly name: string;
  readonly source: string;
} {
  for (const problem of problems) {
    const fix = suggestSkillFix(problem, { files: [], tools: [] });
    if (fix !== null) return { name: fix.to, source: applySkillFix(source, fix) };
  }
  return { name, source };
}
