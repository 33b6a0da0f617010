import type { Experience, ExperienceState, Trials } from "../ports/experience-store.ts";
import { STANDING } from "./tunables.ts";
import { wilsonInterval } from "./wilson.ts";

/**
 * `proven` ones are used, `trying` ones get the few places for trials, `resting` ones have been tried enough and get no places until a person changes
 * them.
 */
export type Standing = "proven" | "trying" | "resting";

/** Returns the standing of an approved experience by its outcomes. */
export function standingOf({ worked, trials }: Trials): Standing {
  const { low } = wilsonInterval(worked, trials);
  if (trials >= STANDING.minTrials && low >= STANDING.usedFrom) return "proven";
  // An experience that does badly in a few trials keeps its chance until there are enough trials to judge it.
  return trials < STANDING.retireTrials ? "trying" : "resting";
}

/** Whether its outcomes show that it does not work. */
export function isSpent({ worked, trials }: Trials): boolean {
  return trials >= STANDING.retireTrials && wilsonInterval(worked, trials).low < STANDING.retireBelow;
}

/** Whether a candidate worked in enough different runs to be used without a person. */
export function hasConfirmedItself({ state, worked, trials, evidence, version }: Experience): boolean {
  const shown = evidence.filter((one) => one.worked === true && one.version === version);
  const runs = new Set(shown.map(({ traceId }) => traceId));
  return (
    state === "candidate" && runs.size >= STANDING.minTrials && standingOf({ worked, trials }) === "proven"
  );
}

/** Whether it worked so reliably that it may become a skill. */
export function isStable({ state, skill, worked, trials }: Experience): boolean {
  const isReliable =
    trials >= STANDING.stableTrials && wilsonInterval(worked, trials).low >= STANDING.stableFrom;
  return state === "approved" && skill === null && isReliable;
}

/** Whether a person may bring an experience from one state into another. */
export function mayBecome(from: ExperienceState, to: ExperienceState): boolean {
  switch (to) {
    case "approved":
      return from !== "approved";
    case "rejected":
      return from === "candidate";
    case "retired":
      return from === "approved";
    case "candidate":
      return false;
  }
}
