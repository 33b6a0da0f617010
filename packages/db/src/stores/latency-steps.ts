/** How many runs took how long: a step of `usage_latency_step` (eight of them double a time) and its runs. */
export type LatencyStep = { readonly step: number; readonly runs: number };

const STEPS_PER_DOUBLING = 8;
/** A run stands in the middle of its part of the step, so that one run alone has one time. */
const HALF = 0.5;

/**
 * The time in milliseconds that a share (0 to 1) of the runs did not exceed; null without runs. A step may come more than once. Within a
 * step runs are taken to be spread evenly, so that the time differs from the true one by less than a step, nine per cent.
 */
export function latencyAt(share: number, steps: readonly LatencyStep[]): number | null {
  const runsOf = new Map<number, number>();
  for (const { step, runs } of steps) runsOf.set(step, (runsOf.get(step) ?? 0) + runs);
  const filled = [...runsOf].filter(([, runs]) => runs > 0).sort(([one], [other]) => one - other);
  const rank = Math.max(1, Math.ceil(share * filled.reduce((sum, [, runs]) => sum + runs, 0)));
  let before = 0;
  for (const [step, runs] of filled) {
    if (rank <= before + runs) return 2 ** ((step + (rank - before - HALF) / runs) / STEPS_PER_DOUBLING);
    before += runs;
  }
  return null;
}
