/** Returns the CPU time of all threads of this process in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The cost of some work: wall-clock time and CPU time of this process, in milliseconds. */
export type Cost = { readonly wallMs: number; readonly cpuMs: number };

/** Measures the cost of some work. */
export async function measureCost(work: () => Promise<void>): Promise<Cost> {
  const cpuBefore = cpuMs();
  const startedAt = performance.now();
  await work();
  return { wallMs: performance.now() - startedAt, cpuMs: cpuMs() - cpuBefore };
}

/** Returns the value below which the given share (0 to 1) of all values falls; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Returns the median; 0 without values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * Runs every variant once per round, one after another, so that a busy moment of the machine affects all alike. The first rounds are a
 * warm-up and are not counted: an engine needs more than a thousand steps to compile either loop, as in a long-running worker. Returns each
 * variant's costs by name.
 */
export async function interleave<Name extends string>(
  variants: Readonly<Record<Name, () => Promise<void>>>,
  { warmUp, rounds }: { readonly warmUp: number; readonly rounds: number },
): Promise<ReadonlyMap<string, readonly Cost[]>> {
  const costs = new Map<string, Cost[]>();
  const all: readonly [string, () => Promise<void>][] = Object.entries(variants);
  for (let round = 1 - warmUp; round <= rounds; round += 1) {
    for (const [name, work] of all) {
      const cost = await measureCost(work);
      if (round > 0) costs.set(name, [...(costs.get(name) ?? []), cost]);
    }
  }
  return costs;
}

/** Returns the median CPU time of a variant in milliseconds. */
export function medianCpuMs(costs: ReadonlyMap<string, readonly Cost[]>, name: string): number {
  return median((costs.get(name) ?? []).map((cost) => cost.cpuMs));
}
