import { isTerminal } from "@goaltrace/core/log";
import type { Clock, Worktrees } from "@goaltrace/core/ports";
import type { Database } from "@goaltrace/db";
import type { WorktreeIndex } from "@goaltrace/tools";
import { WORKTREE_ABANDONED_MS, WORKTREE_ORPHAN_MS } from "../tunables.ts";

/**
 * Removes worktrees that will not be merged any more: those of runs that have ended or were deleted, those that were never complete, and those whose
 * removal was interrupted. A run removes its own; this is for processes that died right before that. Returns how many were removed.
 */
export async function sweepWorktrees({
  index,
  worktreesOf,
  traces,
  clock,
}: {
  readonly index: Pick<WorktreeIndex, "list">;
  readonly worktreesOf: (workspaceId: string) => Pick<Worktrees, "remove" | "removeRest">;
  readonly traces: Pick<Database["traces"], "get">;
  readonly clock: Pick<Clock, "now">;
}): Promise<number> {
  let removed = 0;
  for (const { childTraceId, owner, openedAt, isRemoved, isAbandoned } of await index.list()) {
    // Since the list was made, the id may have a worktree again, which its run uses.
    if (isRemoved) {
      await worktreesOf(owner ?? "").removeRest(childTraceId);
      removed += 1;
      continue;
    }
    const hasEnded = owner !== null && (await treeHasEnded(traces, owner, childTraceId));
    const isOrphan = hasEnded === null || owner === null;
    const lifetimeMs = isAbandoned ? WORKTREE_ABANDONED_MS : WORKTREE_ORPHAN_MS;
    const isDue = isOrphan && openedAt < clock.now() - lifetimeMs;
    if (hasEnded !== true && !isDue) continue;
    await worktreesOf(owner ?? "").remove(childTraceId);
    removed += 1;
  }
  return removed;
}

/** Null for a run that is not stored, which may also mean: not yet. */
async function treeHasEnded(
  traces: Pick<Database["traces"], "get">,
  workspaceId: string,
  childTraceId: string,
): Promise<boolean | null> {
  const scope = { workspaceId, personId: "" };
  const child = await traces.get(scope, childTraceId);
  if (child === undefined) return null;
  const root = await traces.get(scope, child.rootId);
  return root === undefined || isTerminal(root.status);
}
