import { GoaltraceError } from "@goaltrace/core";
import type { Scope, SkillProposal } from "@goaltrace/core/ports";
import { readSkill, type SkillProblem } from "@goaltrace/core/skills";
import type { Runtime } from "../runtime.ts";
import { saveSkill } from "./save-skill.ts";

type Parts = Pick<Runtime, "stores" | "getRedactor">;

/** A skill that waits, in the list. */
export type ListedProposal = Pick<SkillProposal, "id" | "name" | "reason" | "createdAt">;

/** A skill that waits, with what an admin needs to decide. */
export type ProposalDetail = {
  readonly proposal: Omit<SkillProposal, "personId">;
  /** The name of the person whose run wrote it. */
  readonly person: string | null;
  /** The text of the skill that it would replace; null for a new one. */
  readonly before: string | null;
  readonly problems: readonly SkillProblem[];
  /** The task of the run that wrote it; null if the reader may not see the run. */
  readonly task: string | null;
};

/** The skills of agents that wait for an admin, newest first. */
export async function listProposals({ stores }: Parts, scope: Scope): Promise<readonly ListedProposal[]> {
  const proposals = await stores.skills.proposals(scope);
  return proposals.map(({ id, name, reason, createdAt }) => ({ id, name, reason, createdAt }));
}

/** Reads a skill that waits. Errors: NOT_FOUND. */
export async function readProposal({ stores }: Parts, scope: Scope, id: string): Promise<ProposalDetail> {
  const { personId, ...proposal } = await findProposal(stores, scope, id);
  const [stored, members, run] = await Promise.all([
    stores.skills.list(scope),
    stores.members.list(scope.workspaceId),
    stores.traces.get(scope, proposal.traceId),
  ]);
  return {
    proposal,
    person: members.find((member) => member.personId === personId)?.name ?? null,
    before: stored.find(({ name }) => name === proposal.name)?.source ?? null,
    problems: readSkill(proposal.source, proposal.name).problems,
    task: run?.task ?? null,
  };
}

/**
 * Saves a skill that waits as the next version of its name, or drops it. Returns its name. Errors: NOT_FOUND if someone decided it already,
 * INVALID_INPUT if it cannot be saved any more, CONFLICT if the skill changed meanwhile.
 */
export async function decideProposal(
  parts: Parts,
  scope: Scope,
  { id, approve }: { readonly id: string; readonly approve: boolean },
): Promise<string> {
  const { skills } = parts.stores;
  const { name, source, traceId } = await findProposal(parts.stores, scope, id);
  if (approve) {
    const before = (await skills.list(scope)).find((stored) => stored.name === name);
    const version = before?.version ?? 0;
    const isCore = before?.isCore ?? false;
    const files = before === undefined ? [] : null;
    await saveSkill(parts, scope, { source, version, isCore, files, writtenIn: traceId });
  }
  await skills.settleProposal(scope, id);
  return name;
}

async function findProposal(
  { skills }: Pick<Parts["stores"], "skills">,
  scope: Scope,
  id: string,
): Promise<SkillProposal> {
  const proposal = (await skills.proposals(scope)).find((candidate) => candidate.id === id);
  if (proposal !== undefined) return proposal;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "This skill does not wait for a review any more.",
    fix: "Someone may have decided about it. Open the list of skills again.",
  });
}
