import { chooseExperiences } from "../experiences/rank-experiences.ts";
import { isSpent } from "../experiences/standing.ts";
import { upliftOf } from "../experiences/uplift.ts";
import type { Experience, Trials } from "../ports/experience-store.ts";
import { buildExperience, createSeededRandom } from "./experiences.ts";

const DAYS = 30;
const RUNS_A_DAY = 8;

/** Simulates a month in which each rule is given to the runs that have a place for it, and works in its share of them. */
export function simulateMonth(seed: number, shares: readonly number[]): readonly Experience[] {
  const random = createSeededRandom(seed);
  let rules = shares.map(() => buildExperience({ trials: 0, worked: 0 }));
  for (let run = 0; run < DAYS * RUNS_A_DAY; run += 1) {
    const approved = rules.filter(({ state }) => state === "approved");
    const chosen = new Set(chooseExperiences(approved.map((experience) => ({ experience, relevance: 1 }))));
    rules = rules.map((rule, index) => {
      if (!chosen.has(rule)) return rule;
      const worked = rule.worked + (random.next() < (shares[index] ?? 0) ? 1 : 0);
      const tried = { ...rule, trials: rule.trials + 1, worked };
      return isSpent(tried) ? { ...tried, state: "retired" as const } : tried;
    });
  }
  return rules;
}

/** A comparison with its truth: the shares of runs that work with and without experiences, and the runs of both sides. */
export type PlantedUplift = {
  readonly treated: number;
  readonly heldOut: number;
  readonly many: number;
  readonly few: number;
};

/** One run in ten is held out, and the sizes and shares are those of small and larger teams. */
export const PLANTED_UPLIFTS: readonly PlantedUplift[] = [
  { treated: 0.78, heldOut: 0.64, many: 270, few: 30 },
  { treated: 0.9, heldOut: 0.9, many: 180, few: 20 },
  { treated: 0.5, heldOut: 0.3, many: 450, few: 50 },
  { treated: 0.95, heldOut: 0.8, many: 360, few: 40 },
];

/** Returns how many of these experiments have an interval that covers the planted truth. */
export function countCovered(
  { treated, heldOut, many, few }: PlantedUplift,
  { seed, experiments }: { readonly seed: number; readonly experiments: number },
): number {
  const random = createSeededRandom(seed);
  const draw = (share: number, trials: number): Trials => ({
    trials,
    worked: Array.from({ length: trials }, () => random.next() < share).filter(Boolean).length,
  });
  const truth = treated - heldOut;
  let covered = 0;
  for (let experiment = 0; experiment < experiments; experiment += 1) {
    const uplift = upliftOf(draw(treated, many), draw(heldOut, few));
    if (uplift !== null && uplift.low <= truth && truth <= uplift.high) covered += 1;
  }
  return covered;
}
