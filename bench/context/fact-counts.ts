/** Where used facts were when they were needed; counts. */
export type FactCounts = { used: number; inContext: number; byId: number; bySearch: number; lost: number };

export const noFacts = (): FactCounts => ({ used: 0, inContext: 0, byId: 0, bySearch: 0, lost: 0 });

/** Returns the percentage of the facts that were at a place; 0 of none. */
export function share(counts: FactCounts, where: keyof FactCounts): number {
  return counts.used === 0 ? 0 : (100 * counts[where]) / counts.used;
}

/** Adds up counts. */
export function addCounts(counts: readonly FactCounts[]): FactCounts {
  const sum = noFacts();
  for (const part of counts)
    for (const where of ["used", "inContext", "byId", "bySearch", "lost"] as const) sum[where] += part[where];
  return sum;
}
