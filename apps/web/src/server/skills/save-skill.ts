import { GoaltraceError } from "@goaltrace/core";
import type { NewSkillFile, Scope, StoredSkill } from "@goaltrace/core/ports";
import { explainSkillProblem, isRefusal, readSkill } from "@goaltrace/core/skills";
import type { Runtime } from "../runtime.ts";

/** A text to save as a skill. `version`: the one that it replaces, 0 for a new skill. `files`: null keeps those of the version. */
export type SkillDraft = {
  readonly source: string;
  readonly version: number;
  readonly isCore: boolean;
  readonly files: readonly NewSkillFile[] | null;
  /** The run whose agent wrote the text. @default none: a person wrote it */
  readonly writtenIn?: string;
};

/**
 * Saves a skill of the workspace under the name in its text. Known secrets are refused, because every agent would read them. Errors: INVALID_INPUT
 * with the reasons, CONFLICT if someone else saved meanwhile or the name is taken.
 */
export async function saveSkill(
  { stores, getRedactor }: Pick<Runtime, "stores" | "getRedactor">,
  scope: Scope,
  { source, version, isCore, files, writtenIn }: SkillDraft,
): Promise<StoredSkill> {
  const { skill, problems } = readSkill(source, "");
  const reasons = problems.filter(isRefusal).map(explainSkillProblem);
  if (skill === null || reasons.length > 0) throw invalid(reasons.join(" "));
  const { redact } = await getRedactor(scope.workspaceId);
  const texts = [source, ...(files ?? []).map(({ content }) => Buffer.from(content).toString("utf8"))];
  if (texts.some((text) => redact(text) !== text)) throw invalid("It contains a known secret.");
  const change = { name: skill.name, source, version, isCore, files, writtenIn: writtenIn ?? null };
  return await stores.skills.save(scope, change);
}

function invalid(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `The skill cannot be saved. ${message}`,
    fix: "Correct it, then save again.",
  });
}
