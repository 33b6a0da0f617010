import { seededRandom } from "./memory/seeded-random.ts";

const RESAMPLES = 1_000;
const SEED = 4_711;
/** Shares of the resampled values below and above a 95 % interval. */
const TAIL = 0.025;

/** Returns the 95 % interval of a statistic over items: the quantiles of its values over random samples of them (bootstrap). */
export function interval<T>(
  items: readonly T[],
  statistic: (sample: readonly T[]) => number,
): readonly [low: number, high: number] {
  // The generator of sessions repeats itself after some 10,000 numbers, far fewer than these samples take.
  const random = seededRandom(SEED);
  const values = Array.from({ length: RESAMPLES }, () =>
    statistic(items.map((item) => items[Math.floor(random() * items.length)] ?? item)),
  ).sort((left, right) => left - right);
  const at = (share: number): number => values[Math.floor(share * (values.length - 1))] ?? 0;
  return [at(TAIL), at(1 - TAIL)];
}
