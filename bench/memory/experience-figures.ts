import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { wilsonInterval } from "../../packages/core/src/experiences/wilson.ts";
import type { Figure } from "../figure.ts";

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

/** Counts the recorded bounds of experiences that are computed otherwise, and the neighbors that rank the other way round. */
export function experienceFigures(dataFolder: string | null): readonly Figure[] {
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
