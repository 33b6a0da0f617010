import { z } from "zod";
import { SAVE_SKILL_TOOL } from "../log/tool-names.ts";
import { findSecrets } from "../memory/gates/find-secrets.ts";
import type { Scope } from "../ports/scope.ts";
import type { ProposalReason, SkillStore } from "../ports/skill-store.ts";
import { defineTool, type Tool, type ToolContext, type ToolResult } from "../ports/tool.ts";
import { skillsPrompt } from "../prompts/generated/skills.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { explainSkillProblem } from "../skills/explain-skill-problem.ts";
import { judgeSkill } from "../skills/judge-skill.ts";
import { readSkill } from "../skills/read-skill.ts";
import { isRefusal } from "../skills/skill-problem.ts";
import { skillSource } from "../skills/skill-source.ts";
import { MAX_WRITTEN_SKILL, SKILL_FORMAT } from "../skills/tunables.ts";
import { errorResult } from "./error-result.ts";

/** The skills of a workspace, for an agent that writes one. */
export type SkillWriting = {
  readonly store: Pick<SkillStore, "list" | "save" | "propose">;
  /** Whether the person of a run may change the skills of the workspace. */
  readonly mayWrite: (scope: Scope) => Promise<boolean>;
};

const input = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(SKILL_FORMAT.name)
    .describe("a–z, 0–9 and single hyphens. The name of a workspace skill changes that skill."),
  description: z
    .string()
    .trim()
    .min(1)
    .max(SKILL_FORMAT.description)
    .describe("What it does and when to use it, in the words people use."),
  instructions: z
    .string()
    .trim()
    .min(1)
    .max(MAX_WRITTEN_SKILL)
    .describe("The whole text below the front matter, as Markdown: steps in order, what never to do."),
});
type Written = z.output<typeof input>;

/**
 * Saves instructions as a skill of the workspace, for the agents of everyone. A skill that untrusted text may have caused, one with orders about the
 * agents' own rules, and one of a person who may not change skills wait for an admin instead.
 */
export function saveSkillTool(skills: SkillWriting): Tool<typeof input> {
  return defineTool({
    name: SAVE_SKILL_TOOL,
    inSmallWindows: "last",
    description:
      "Saves a skill for the workspace: instructions that later runs load when a task fits. Use it when the person asks to keep a way of working, after you showed them the text. Single facts belong in write_memory.",
    input,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    trust: "workspace",
    execute: async (written, context) => await saveSkill(skills, written, context),
  });
}

async function saveSkill(
  { store, mayWrite }: SkillWriting,
  { name, description, instructions: body }: Written,
  context: ToolContext,
): Promise<ToolResult> {
  const { scope } = context;
  const source = skillSource({ name, description, body });
  const { skill, problems } = readSkill(source, name);
  const reasons = problems.filter(isRefusal).map(explainSkillProblem).join(" ");
  if (skill === null) return errorResult(name, fillPrompt(skillsPrompt.invalid, { reasons }));
  if (findSecrets(source).length > 0 || context.containsSecret(source))
    return errorResult(name, skillsPrompt.secret);
  const hold = async (reason: ProposalReason, output: string, sequence: number | null = null) =>
    await propose(store, context, { name, source, reason, sequence, output });
  const judged = judgeSkill({ name, description, body }, context.seenTexts());
  if (judged.kind === "untrusted")
    return await hold("untrusted", skillsPrompt.heldUntrusted, judged.sequence);
  if (judged.kind === "order")
    return await hold("order", fillPrompt(skillsPrompt.heldOrder, { found: judged.found }));
  if (!(await mayWrite(scope))) return await hold("not_admin", skillsPrompt.heldNotAdmin);
  const before = (await store.list(scope)).find((stored) => stored.name === name);
  const version = before?.version ?? 0;
  const change = { name, version, source, isCore: before?.isCore ?? false, writtenIn: context.traceId };
  const saved = await store
    .save(scope, { ...change, files: before === undefined ? [] : null })
    .catch(nullFor("CONFLICT"));
  if (saved === null) return errorResult(name, skillsPrompt.changedMeanwhile);
  const output = fillPrompt(skillsPrompt.saved, { name, version: String(saved.version) });
  return { title: name, output };
}

async function propose(
  store: SkillWriting["store"],
  { scope, traceId, ids }: ToolContext,
  {
    output,
    ...proposal
  }: {
    readonly name: string;
    readonly source: string;
    readonly reason: ProposalReason;
    readonly sequence: number | null;
    readonly output: string;
  },
): Promise<ToolResult> {
  const kept = await store
    .propose(scope, { ...proposal, id: ids.next(), traceId })
    .then(() => true)
    .catch(nullFor("LIMIT_REACHED"));
  return kept === null
    ? errorResult(proposal.name, skillsPrompt.fullQueue)
    : { title: proposal.name, output };
}

/** Returns a handler that turns one expected failure into null. */
function nullFor(code: string): (thrown: unknown) => null {
  return (thrown) => {
    if (thrown instanceof Error && "code" in thrown && thrown.code === code) return null;
    throw thrown;
  };
}
