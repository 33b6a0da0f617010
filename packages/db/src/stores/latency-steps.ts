/** A latency step (see the SQL function `usage_latency_step`; eight steps double the time) and its number of runs. */
export type LatencyStep = { readonly step: number; readonly runs: number };

const STEPS_PER_DOUBLING = 8;
/** A run counts at the middle of its part of the step, so that a single run has one latency. */
const HALF = 0.5;

/**
 * Returns the time in milliseconds that the given share (0 to 1) of the runs did not exceed; null without runs. A step may occur more than
 * once. Runs are assumed to be spread evenly within a step, so the result is off by less than a step, which is nine percent.
 */
export function latencyAt(share: number, steps: readonly LatencyStep[]): number | null {
  const runsByStep = new Map<number, number>();
  for (const { step, runs } of steps) runsByStep.set(step, (runsByStep.get(step) ?? 0) + runs);
  const filled = [...runsByStep].filter(([, runs]) => runs > 0).sort(([left], [right]) => left - right);
  const rank = Math.max(1, Math.ceil(share * filled.reduce((sum, [, runs]) => sum + runs, 0)));
  let before = 0;
  for (const [step, runs] of filled) {
    if (rank <= before + runs) return 2 ** ((step + (rank - before - HALF) / runs) / STEPS_PER_DOUBLING);
    before += runs;
  }
  return null;
}
