import type { Trace } from "@goaltrace/core/log";
import {
  chooseExperiences,
  describeExperiences,
  type ExperienceMeaning,
  findRelevant,
  isHeldOut,
  joinMeaning,
} from "@goaltrace/core/experiences";
import type { Experience, ExperienceArm, Hash, Logger, PendingExperiences } from "@goaltrace/core/ports";
import type { ExperienceParts, shareSettling } from "./settle-runs.ts";

type StartParts = Pick<ExperienceParts, "store" | "memories"> & {
  readonly settle: ReturnType<typeof shareSettling>;
  readonly hash: Hash;
  readonly logger: Pick<Logger, "warn">;
  /** Compares by meaning; null without an endpoint of embeddings. */
  readonly meaning: ExperienceComparison | null;
};

/** A comparison of a task with experiences by meaning. `sureFrom`: see `joinMeaning`. */
export type ExperienceComparison = {
  readonly compare: (task: string, experiences: readonly Experience[]) => Promise<ExperienceMeaning>;
  readonly sureFrom: number | null;
};
type Chosen = { readonly arm: ExperienceArm; readonly experiences: readonly Experience[] };

/**
 * Chooses the experiences for a turn while its run is being set up, after judging the runs before it. A run that continues has its experiences
 * already. If the choice fails, the run works without experiences. A choice by meaning replaces the one by words if it is made before
 * the run takes it, so that no endpoint delays a run.
 */
export function startExperiences(parts: StartParts, trace: Trace): PendingExperiences {
  const { store, logger } = parts;
  const { id, workspaceId, personId, startedAt } = trace;
  const scope = { workspaceId, personId };
  const warn = (thrown: unknown): void => {
    logger.warn("experiences were not chosen or counted", { traceId: id, error: String(thrown) });
  };
  let chosen: Chosen | null = null;
  let isTaken = false;
  if (startedAt === null)
    choose(parts, trace, (better) => {
      if (!isTaken) chosen = better;
    }).then((byWords) => {
      chosen ??= byWords;
    }, warn);
  return {
    take(inContext) {
      if (chosen === null) return null;
      const { arm, experiences } = chosen;
      chosen = null;
      isTaken = true;
      const given = arm === "without" ? [] : experiences;
      store
        .noteRun(scope, id, { arm, experiences: given.map((one) => ({ id: one.id, version: one.version })) })
        .catch(warn);
      const added = given.filter((experience) => !inContext.has(experience.id));
      return added.length === 0
        ? null
        : {
            text: describeExperiences(added),
            experiences: added.map(({ id: experienceId, worked, trials }) => ({
              experienceId,
              worked,
              trials,
            })),
          };
    },
  };
}

/** Chooses by words. `improve` gets the choice by meaning, if there is one, after that. */
async function choose(parts: StartParts, trace: Trace, improve: (chosen: Chosen) => void): Promise<Chosen> {
  const { store, memories, settle, hash, meaning } = parts;
  const { id, workspaceId, personId, agent, task, conversationId, origin, parentId } = trace;
  const scope = { workspaceId, personId };
  // Most runs find nothing to settle, so the experiences that were read at the same time are current.
  const [{ settled }, before, heldOut, readers] = await Promise.all([
    settle(scope),
    store.list(scope),
    store.heldOutAgents(scope),
    conversationId === null ? ("workspace" as const) : memories.readers(scope, id),
  ]);
  const all = settled === 0 ? before : await store.list(scope);
  const inScope = all.filter(
    ({ audience, agent: name }) =>
      (audience !== "agent" || name === agent.name) && (audience !== "person" || readers === "person"),
  );
  const without = isHeldOut(hash.sha256(conversationId ?? id));
  const inArm = (experiences: readonly Experience[]): Chosen => {
    if (experiences.length === 0 || !heldOut.includes(agent.name)) return { arm: null, experiences };
    // Only the first run of a conversation is compared: later ones have read what it had, and sub-agents are part of it.
    if (origin !== null || parentId !== null) return { arm: null, experiences: without ? [] : experiences };
    return { arm: without ? "without" : "with", experiences };
  };
  const byWords = findRelevant(inScope, task);
  const approved = inScope.filter(({ state }) => state === "approved");
  if (meaning !== null && approved.length > 0)
    void meaning.compare(task, approved).then((near) => {
      if (near.size === 0) return;
      const { sureFrom } = meaning;
      improve(inArm(chooseExperiences(joinMeaning(byWords, near, { approved, sureFrom }))));
    });
  return inArm(chooseExperiences(byWords));
}
