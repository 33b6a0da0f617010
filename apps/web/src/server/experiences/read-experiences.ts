import { isStable, standingOf, upliftOf, wilsonInterval } from "@goaltrace/core/experiences";
import type { TraceStatus } from "@goaltrace/core/log";
import type { Experience, ExperienceUse, Scope } from "@goaltrace/core/ports";
import { settleRuns } from "@goaltrace/host";
import type { Runtime } from "../runtime.ts";

type ExperienceRuntime = Pick<Runtime, "stores" | "experiences" | "logger">;

/** An experience in a list. `low` and `high`: the 95 % interval of the share of trials that work. */
export type ListedExperience = Omit<Experience, "evidence"> & {
  readonly low: number;
  readonly high: number;
  /** The standing of an approved one; null for others. */
  readonly standing: "proven" | "trying" | "resting" | null;
  /** Whether it may become a skill. */
  readonly isStable: boolean;
  /** The name of the person who finds it, or whose message it came from. */
  readonly person: string;
};

const LISTED = 500;
/** The order of experiences with the same bound: those that need a person first. */
const ORDER: readonly Experience["state"][] = ["candidate", "approved", "retired", "rejected"];

/** Reads the experiences of a person, those with the highest bound first, after counting the runs that have ended; and the result of the comparison. */
export async function readExperiences(
  { stores, experiences, logger }: ExperienceRuntime,
  scope: Scope,
): Promise<{
  readonly items: readonly ListedExperience[];
  readonly total: number;
  readonly arms: Awaited<ReturnType<Runtime["stores"]["experiences"]["arms"]>>;
  readonly uplift: ReturnType<typeof upliftOf>;
  /** The agents that opted in to the comparison. */
  readonly compared: readonly string[];
  /** Whether confirmed candidates are used without a person's decision. */
  readonly confirmsAlone: boolean;
}> {
  // Runs that cannot be counted now are counted by the next one.
  await settleRuns(experiences, scope).catch((thrown: unknown) => {
    logger.warn("ended runs were not counted", { error: String(thrown) });
  });
  const [all, arms, compared, confirmsAlone, people] = await Promise.all([
    stores.experiences.list(scope),
    stores.experiences.arms(scope),
    stores.experiences.heldOutAgents(scope),
    stores.experiences.confirmsAlone(scope),
    namesOf(stores, scope),
  ]);
  const items = all
    .map((experience) => toListed(experience, people))
    .sort((left, right) => right.low - left.low || ORDER.indexOf(left.state) - ORDER.indexOf(right.state));
  return {
    items: items.slice(0, LISTED),
    total: all.length,
    arms,
    uplift: upliftOf(arms.with, arms.without),
    compared,
    confirmsAlone,
  };
}

/** A run or an entry that an experience comes from, or that used it, as far as the person can see it. */
export type ExperienceRunLink = {
  readonly traceId: string;
  readonly task: string;
  readonly status: TraceStatus;
};

/** An experience with its origin and its outcomes. Runs that the person cannot see are only counted. */
export type ExperienceDetail = {
  readonly experience: ListedExperience;
  readonly evidence: readonly (Omit<Experience["evidence"][number], "taskSequence"> & {
    readonly run: ExperienceRunLink;
  })[];
  readonly hiddenEvidence: number;
  readonly uses: readonly (ExperienceUse & { readonly run: ExperienceRunLink })[];
  readonly hiddenUses: number;
  readonly decidedBy: string | null;
};

const SHOWN_RUNS = 30;

/** Reads an experience for its page. Errors: NOT_FOUND. */
export async function readExperience(
  { stores }: Pick<ExperienceRuntime, "stores">,
  scope: Scope,
  id: string,
): Promise<ExperienceDetail> {
  const [{ evidence, ...experience }, uses, people] = await Promise.all([
    stores.experiences.get(scope, id),
    stores.experiences.uses(scope, id),
    namesOf(stores, scope),
  ]);
  const withRun = async <Item extends { readonly traceId: string }>(
    items: readonly Item[],
  ): Promise<readonly (Item & { readonly run: ExperienceRunLink })[]> => {
    const found = await Promise.all(
      items.slice(0, SHOWN_RUNS).map(async (item) => {
        const trace = await stores.traces.get(scope, item.traceId);
        if (trace === undefined) return [];
        const { task, status } = trace;
        return [{ ...item, run: { traceId: item.traceId, task, status } }];
      }),
    );
    return found.flat();
  };
  const [shown, used] = await Promise.all([withRun(evidence), withRun(uses)]);
  return {
    experience: toListed({ ...experience, evidence }, people),
    // The text of a conversation is only for those who can read it.
    evidence: shown.map(({ taskSequence: _task, ...one }) => one),
    hiddenEvidence: evidence.length - shown.length,
    uses: used,
    hiddenUses: uses.length - used.length,
    decidedBy: experience.decidedBy === null ? null : (people.get(experience.decidedBy) ?? null),
  };
}

function toListed(experience: Experience, people: ReadonlyMap<string, string>): ListedExperience {
  const { evidence: _evidence, ...fields } = experience;
  return {
    ...{ ...fields, ...wilsonInterval(fields.worked, fields.trials) },
    standing: fields.state === "approved" ? standingOf(fields) : null,
    isStable: isStable(experience),
    person: people.get(fields.personId) ?? "",
  };
}

async function namesOf({ members }: Runtime["stores"], scope: Scope): Promise<ReadonlyMap<string, string>> {
  const all = await members.list(scope.workspaceId);
  return new Map(all.map(({ personId, name }) => [personId, name]));
}
