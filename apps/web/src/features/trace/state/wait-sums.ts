import type { Wait } from "@goaltrace/core/graph";

/** How long a run waited for one thing, in milliseconds. */
export type WaitSum = { readonly reason: Wait["reason"]; readonly ms: number };

/** Returns how long a run waited for each thing, longest first. */
export function waitSums(waits: readonly Wait[]): readonly WaitSum[] {
  const sums = new Map<Wait["reason"], number>();
  for (const { reason, from, to } of waits) sums.set(reason, (sums.get(reason) ?? 0) + to - from);
  return [...sums]
    .map(([reason, ms]) => ({ reason, ms }))
    .filter(({ ms }) => ms > 0)
    .sort((left, right) => right.ms - left.ms);
}
