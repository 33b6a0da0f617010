import { experienceConflict, notFoundExperience } from "../../experiences/experience-errors.ts";
import { experienceKey } from "../../experiences/same-experience.ts";
import { mayBecome } from "../../experiences/standing.ts";
import type { Clock } from "../../ports/clock.ts";
import type {
  Experience,
  ExperienceArm,
  ExperienceStore,
  ExperienceUse,
  NewExperience,
  Trials,
} from "../../ports/experience-store.ts";
import type { Scope } from "../../ports/scope.ts";

type Row = Scope & { experience: Experience };
type Run = { readonly workspaceId: string; readonly arm: ExperienceArm; judgment: ExperienceUse["judgment"] };
type Use = Pick<ExperienceUse, "traceId" | "version" | "at"> & { readonly id: string };

/** Creates a store of experiences in memory. `hasEnded`: whether a run is over. */
export function createInMemoryExperienceStore(
  clock: Pick<Clock, "now">,
  hasEnded: (traceId: string) => boolean,
): ExperienceStore {
  const rows = new Map<string, Row>();
  const runs = new Map<string, Run>();
  const uses: Use[] = [];
  const confirming = new Set<string>();
  const held = new Map<string, ReadonlySet<string>>();

  const counted = ({ experience }: Row): Experience => {
    const tried = experience.evidence.flatMap(({ worked, version }) =>
      version === experience.version ? (worked ?? []) : [],
    );
    const judged = uses.flatMap(({ id, version, traceId }) => {
      const outcome = runs.get(traceId)?.judgment?.outcome ?? "unknown";
      const counts = id === experience.id && version === experience.version && outcome !== "unknown";
      return counts ? [outcome === "worked"] : [];
    });
    const own = [...tried, ...judged];
    return { ...experience, trials: own.length, worked: own.filter(Boolean).length };
  };
  const visible = ({ workspaceId, personId }: Scope): readonly Row[] =>
    [...rows.values()].filter(
      (row) =>
        row.workspaceId === workspaceId &&
        (row.experience.audience !== "person" || row.experience.personId === personId),
    );
  const find = (scope: Scope, id: string): Row => {
    const row = visible(scope).find(({ experience }) => experience.id === id);
    if (row === undefined) throw notFoundExperience(id);
    return row;
  };
  const change = (row: Row, fields: Partial<Experience>): Experience => {
    row.experience = { ...row.experience, ...fields, changedAt: clock.now() };
    return counted(row);
  };
  const isSame = (scope: Scope, row: Row, added: NewExperience): boolean => {
    const { experience } = row;
    const sameRuns =
      experience.audience === added.audience &&
      experience.agent === added.agent &&
      (added.audience !== "person" || experience.personId === scope.personId);
    return (
      row.workspaceId === scope.workspaceId && sameRuns && experienceKey(experience) === experienceKey(added)
    );
  };

  return {
    list: async (scope) => visible(scope).toReversed().map(counted),
    get: async (scope, id) => counted(find(scope, id)),

    async add(scope, added) {
      const same = [...rows.values()].find((row) => isSame(scope, row, added));
      if (same === undefined) {
        const now = clock.now();
        const row = {
          ...scope,
          experience: {
            ...{ ...added, personId: scope.personId, version: 1, createdAt: now, changedAt: now },
            evidence: added.evidence.map((evidence) => ({ ...evidence, version: 1 })),
            ...{
              decidedBy: added.state === "approved" ? scope.personId : null,
              skill: null,
              trials: 0,
              worked: 0,
            },
          },
        };
        rows.set(added.id, row);
        return counted(row);
      }
      const { version } = same.experience;
      const known = new Set(
        same.experience.evidence.map(({ traceId, sequence }) => `${traceId} ${String(sequence)}`),
      );
      const fresh = added.evidence.filter(
        ({ traceId, sequence }) => !known.has(`${traceId} ${String(sequence)}`),
      );
      same.experience = {
        ...same.experience,
        evidence: [...same.experience.evidence, ...fresh.map((one) => ({ ...one, version }))],
      };
      return counted(same);
    },

    async edit(scope, id, { version, fields }) {
      const row = find(scope, id);
      if (row.experience.version !== version) throw experienceConflict();
      const { condition, rule } = row.experience;
      const isOther = condition !== fields.condition || rule !== fields.rule;
      return change(row, { ...fields, version: isOther ? version + 1 : version, personId: scope.personId });
    },

    async decide(scope, id, state) {
      const row = find(scope, id);
      if (!mayBecome(row.experience.state, state)) throw experienceConflict();
      return change(row, { state, decidedBy: scope.personId });
    },

    async decideByOutcome(scope, id, state) {
      const row = rows.get(id);
      const from = state === "retired" ? "approved" : "candidate";
      if (row?.workspaceId !== scope.workspaceId || row.experience.state !== from) return false;
      change(row, { state, decidedBy: null });
      return true;
    },

    async noteSkill(scope, id, skill) {
      change(find(scope, id), { skill });
    },

    async noteRun({ workspaceId }, traceId, { arm, experiences }) {
      if (runs.has(traceId)) return;
      runs.set(traceId, { workspaceId, arm, judgment: null });
      for (const { id, version } of experiences) uses.push({ id, version, traceId, at: clock.now() });
    },

    async endedRuns({ workspaceId }, limit) {
      return [...runs]
        .filter(([id, run]) => run.workspaceId === workspaceId && run.judgment === null && hasEnded(id))
        .map(([id]) => id)
        .slice(0, limit);
    },

    async judge({ workspaceId }, traceId, judgment) {
      const run = runs.get(traceId);
      if (run?.workspaceId === workspaceId) run.judgment = judgment;
    },

    async uses(scope, id) {
      find(scope, id);
      return uses
        .filter((use) => use.id === id)
        .map(({ traceId, version, at }) => ({
          ...{ traceId, version, at, judgment: runs.get(traceId)?.judgment ?? null },
        }))
        .toReversed();
    },

    async arms({ workspaceId }) {
      const side = (arm: ExperienceArm): Trials => {
        const outcomes = [...runs.values()].flatMap((run) => {
          const outcome = run.judgment?.outcome ?? "unknown";
          return run.workspaceId === workspaceId && run.arm === arm && outcome !== "unknown" ? [outcome] : [];
        });
        return { trials: outcomes.length, worked: outcomes.filter((outcome) => outcome === "worked").length };
      };
      return { with: side("with"), without: side("without") };
    },

    heldOutAgents: async ({ workspaceId }) => [...(held.get(workspaceId) ?? [])].sort(),
    async holdOut({ workspaceId }, agent, isOn) {
      const others = [...(held.get(workspaceId) ?? [])].filter((name) => name !== agent);
      held.set(workspaceId, new Set(isOn ? [...others, agent] : others));
    },
    confirmsAlone: async ({ workspaceId }) => confirming.has(workspaceId),
    async setConfirmsAlone({ workspaceId }, isOn) {
      if (isOn) confirming.add(workspaceId);
      else confirming.delete(workspaceId);
    },
  };
}
