import type { Trace } from "@goaltrace/core/log";
import { chooseExperiences, describeExperiences, findRelevant, isHeldOut } from "@goaltrace/core/experiences";
import type { Experience, ExperienceArm, Hash, Logger, PendingExperiences } from "@goaltrace/core/ports";
import type { ExperienceParts, shareSettling } from "./settle-runs.ts";

type StartParts = Pick<ExperienceParts, "store" | "memories"> & {
  readonly settle: ReturnType<typeof shareSettling>;
  readonly hash: Hash;
  readonly logger: Pick<Logger, "warn">;
};
type Chosen = { readonly arm: ExperienceArm; readonly experiences: readonly Experience[] };

/**
 * Chooses the experiences for a turn while its run is being set up, after judging the runs before it. A run that continues has its experiences
 * already. A choice that fails chooses nothing: the run does its work without.
 */
export function startExperiences(parts: StartParts, trace: Trace): PendingExperiences {
  const { store, logger } = parts;
  const { id, workspaceId, personId, startedAt } = trace;
  const scope = { workspaceId, personId };
  const warn = (thrown: unknown): void => {
    logger.warn("experiences were not chosen or counted", { traceId: id, error: String(thrown) });
  };
  let chosen: Chosen | null = null;
  if (startedAt === null)
    choose(parts, trace).then((result) => {
      chosen = result;
    }, warn);
  return {
    take(inContext) {
      if (chosen === null) return null;
      const { arm, experiences } = chosen;
      chosen = null;
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

async function choose(parts: StartParts, trace: Trace): Promise<Chosen> {
  const { store, memories, settle, hash } = parts;
  const { id, workspaceId, personId, agent, task, conversationId, origin, parentId } = trace;
  const scope = { workspaceId, personId };
  // Most runs find nothing to settle: then what was read beside it is current.
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
  const experiences = chooseExperiences(findRelevant(inScope, task));
  if (experiences.length === 0 || !heldOut.includes(agent.name)) return { arm: null, experiences };
  const without = isHeldOut(hash.sha256(conversationId ?? id));
  // Only the first run of a conversation is compared: later ones have read what it had, and sub-agents are part of it.
  if (origin !== null || parentId !== null) return { arm: null, experiences: without ? [] : experiences };
  return { arm: without ? "without" : "with", experiences };
}
