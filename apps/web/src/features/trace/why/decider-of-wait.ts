import type { TreeRun } from "../../../lib/run-tree/use-run-tree.ts";

/** A run continues with the decision that ends its wait, but the entry of the sub-agent comes after it has read its own log. */
const DECIDED_WITHIN_MS = 5_000;

type Decided = {
  readonly decision: Pick<NonNullable<TreeRun["decision"]>, "personName" | "decidedAt"> | null;
};

/**
 * Returns the name of the person whose decision ended a wait through sub-agents; null while it is not known. Each sub-agent has only its last
 * decision, so an earlier wait for it may have been for someone else.
 * @param wait when it began and ended, in milliseconds since the epoch
 */
export function deciderOfWait(
  { from, to }: { readonly from: number; readonly to: number },
  waiting: readonly Decided[],
): string | null {
  let nearest: { readonly distance: number; readonly name: string } | null = null;
  for (const { decision } of waiting) {
    if (decision === null || decision.decidedAt < from) continue;
    const distance = Math.abs(decision.decidedAt - to);
    if (distance <= DECIDED_WITHIN_MS && (nearest === null || distance < nearest.distance))
      nearest = { distance, name: decision.personName };
  }
  return nearest?.name ?? null;
}
