/** Natural tick intervals, in milliseconds. */
const STEPS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 21_600_000, 43_200_000, 86_400_000,
];

/** Returns round times within a range, at most `limit`, and their interval. Milliseconds. */
export function timeTicks(
  from: number,
  to: number,
  limit: number,
): { readonly stepMs: number; readonly moments: readonly number[] } {
  const longest = STEPS_MS.at(-1) ?? 1;
  const minStepMs = (to - from) / Math.max(1, limit);
  const stepMs = STEPS_MS.find((step) => step >= minStepMs) ?? Math.ceil(minStepMs / longest) * longest;
  const moments: number[] = [];
  for (let moment = Math.ceil(from / stepMs) * stepMs; moment <= to; moment += stepMs) moments.push(moment);
  return { stepMs, moments };
}
