/** CPU time of this process, all its threads, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What some work cost: time on the clock and CPU time of this process, in milliseconds. */
export type Cost = { readonly wallMs: number; readonly cpuMs: number };

/** Measures one piece of work. */
export async function costOf(work: () => Promise<void>): Promise<Cost> {
  const cpuBefore = cpuMs();
  const startedAt = performance.now();
  await work();
  return { wallMs: performance.now() - startedAt, cpuMs: cpuMs() - cpuBefore };
}

/** The value below which the share `quantile` (0 to 1) of all values lies; 0 without values. */
export function quantileOf(values: readonly number[], quantile: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0;
}

/** The middle value; 0 without values. */
export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

/**
 * Runs every variant once per round, one after the other, so that a busy moment of the machine hits all alike. The first rounds warm
 * up and are not counted: an engine needs a thousand steps and more until the code of either loop is compiled, and a worker has them behind
 * it. Returns each variant's costs by its name.
 */
export async function interleave<Name extends string>(
  variants: Readonly<Record<Name, () => Promise<void>>>,
  { warmUp, rounds }: { readonly warmUp: number; readonly rounds: number },
): Promise<ReadonlyMap<string, readonly Cost[]>> {
  const costs = new Map<string, Cost[]>();
  const all: readonly [string, () => Promise<void>][] = Object.entries(variants);
  for (let round = 1 - warmUp; round <= rounds; round += 1) {
    for (const [name, work] of all) {
      const cost = await costOf(work);
      if (round > 0) costs.set(name, [...(costs.get(name) ?? []), cost]);
    }
  }
  return costs;
}

/** The median CPU time of a variant in milliseconds. */
export function medianCpuMs(costs: ReadonlyMap<string, readonly Cost[]>, name: string): number {
  return medianOf((costs.get(name) ?? []).map((cost) => cost.cpuMs));
}
