import { MAX_CLAIMS_AT_ONCE, SLOTS_PER_FREE_SLOT } from "../tunables.ts";

/**
 * Returns the workspaces that may take no further slot of a worker: those that hold at least `SLOTS_PER_FREE_SLOT` times the free ones.
 * Each of `running` holds a slot.
 */
export function crowdedWorkspaces(
  running: Iterable<{ readonly workspaceId: string }>,
  concurrency: number,
): readonly string[] {
  const held = new Map<string, number>();
  let free = concurrency;
  for (const { workspaceId } of running) {
    held.set(workspaceId, (held.get(workspaceId) ?? 0) + 1);
    free -= 1;
  }
  return [...held].flatMap(([workspaceId, slots]) =>
    slots >= SLOTS_PER_FREE_SLOT * free ? [workspaceId] : [],
  );
}

/** Returns how many claims a worker may make at once: few while few slots are free, because each may go to the same workspace. */
export function claimsAtOnce(free: number): number {
  return Math.max(1, Math.min(MAX_CLAIMS_AT_ONCE, Math.floor(free / (SLOTS_PER_FREE_SLOT + 1))));
}
