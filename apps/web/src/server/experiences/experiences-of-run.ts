import type { Entry, EventOf } from "@goaltrace/core/log";
import type { Experience, Scope } from "@goaltrace/core/ports";
import { readEntries, readTrace } from "@goaltrace/core/reading";
import type { Runtime } from "../runtime.ts";

/** The experiences of a turn. `sequence`: the entry of the log that puts them in the context; the figures are those at that time. */
export type TurnExperiences = {
  readonly sequence: number;
  readonly experiences: readonly {
    readonly id: string;
    readonly worked: number;
    readonly trials: number;
    /** Its current texts; null if it was deleted or is for someone else. */
    readonly now: Pick<Experience, "condition" | "rule" | "state"> | null;
  }[];
};

/** Reads the newest experiences up to an entry of a run. Errors: NOT_FOUND. */
export async function experiencesOfRun(
  { stores }: Pick<Runtime, "stores">,
  scope: Scope,
  { traceId, sequence }: { readonly traceId: string; readonly sequence: number },
): Promise<TurnExperiences | null> {
  const reader = { traces: stores.traces, scope };
  const log = await readEntries(reader, await readTrace(reader, traceId), { after: 0 });
  const event =
    log.findLast((entry) => isInjection(entry) && entry.sequence <= sequence) ?? log.find(isInjection);
  if (event === undefined || !isInjection(event)) return null;
  const known = new Map(
    (await stores.experiences.list(scope)).map((experience) => [experience.id, experience]),
  );
  return {
    sequence: event.sequence,
    experiences: event.data.experiences.map(({ experienceId: id, worked, trials }) => {
      const found = known.get(id);
      const now =
        found === undefined ? null : { condition: found.condition, rule: found.rule, state: found.state };
      return { id, worked, trials, now };
    }),
  };
}

function isInjection(entry: Entry): entry is EventOf<"experience.injected"> {
  return entry.kind === "event" && entry.type === "experience.injected";
}
