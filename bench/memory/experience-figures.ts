import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { wilsonInterval } from "../../packages/core/src/experiences/wilson.ts";
import {
  countCovered,
  PLANTED_UPLIFTS,
  simulateMonth,
} from "../../packages/core/src/testing/simulate-experiences.ts";
import { atLeast, atMost, type Figure } from "../figure.ts";

/** Recorded bounds: `wilson_low` of each case, rounded to four decimals, and the cases as they rank, best first ("45/50"). */
type RecordedBounds = {
  readonly cases: readonly {
    readonly successes: number;
    readonly trials: number;
    readonly wilson_low: number;
  }[];
  readonly order_best_first: readonly string[];
};

/** Half of the last recorded decimal. */
const ROUNDING = 0.000_05;

/** Simulated months, and experiments for each planted uplift. */
const MONTHS = 1_000;
const EXPERIMENTS = 1_000;
/** The shares of runs in which the two rules of a month work. */
const [BAD, GOOD] = [0.1, 0.9];

/** Measures how experiences are judged: against recorded bounds, over simulated months, and against planted uplifts. */
export function experienceFigures(dataFolder: string | null): readonly Figure[] {
  return [...boundFigures(dataFolder), ...monthFigures(), ...upliftFigures()];
}

/** Simulates months with a rule that works in one of ten runs and one that works in nine. */
function monthFigures(): readonly Figure[] {
  const ends = Array.from({ length: MONTHS }, (_, seed) => simulateMonth(seed, [BAD, GOOD]));
  const share = (index: number, state: string): number =>
    (100 * ends.filter((rules) => rules[index]?.state === state).length) / MONTHS;
  return [
    atLeast(
      { what: `bad rules retired within a month (n ${MONTHS})`, unit: "%", value: share(0, "retired") },
      95,
      99,
    ),
    atLeast(
      { what: `good rules kept through a month (n ${MONTHS})`, unit: "%", value: share(1, "approved") },
      97,
      99,
    ),
  ];
}

/** Counts the intervals of the uplift that cover the truth: about 950 of 1,000, in each of several comparisons. */
function upliftFigures(): readonly Figure[] {
  const covered = PLANTED_UPLIFTS.map((planted, index) =>
    countCovered(planted, { seed: index + 1, experiments: EXPERIMENTS }),
  );
  const what = `of ${EXPERIMENTS} intervals of the uplift cover the truth (n ${PLANTED_UPLIFTS.length})`;
  return [
    atLeast({ what: `fewest ${what}`, unit: "", value: Math.min(...covered) }, 930, 930),
    atMost({ what: `most ${what}`, unit: "", value: Math.max(...covered) }, 970, 970),
  ];
}

/** Counts the recorded bounds of experiences that are computed otherwise, and the neighbors that rank the other way round. */
function boundFigures(dataFolder: string | null): readonly Figure[] {
  const file = path.join(dataFolder ?? "", "memory", "experience-stats.json");
  if (dataFolder === null || !existsSync(file)) return [];
  const { cases, order_best_first: order } = JSON.parse(readFileSync(file, "utf8")) as RecordedBounds;
  const wrong = cases.filter(
    ({ successes, trials, wilson_low: low }) =>
      Math.abs(wilsonInterval(successes, trials).low - low) > ROUNDING,
  );
  const bounds = order.map((name) => {
    const [successes = 0, trials = 0] = name.split("/").map(Number);
    return wilsonInterval(successes, trials).low;
  });
  const reversed = bounds.filter((bound, index) => bound > (bounds[index - 1] ?? 1));
  const none = { better: "lower", floor: 0, goal: 0 } as const;
  return [
    {
      what: `bounds of experiences computed wrongly (n ${cases.length})`,
      unit: "",
      value: wrong.length,
      bound: none,
    },
    { what: "experiences ranked the other way round", unit: "", value: reversed.length, bound: none },
  ];
}
