import { isTerminal } from "@goaltrace/core/log";
import type { Clock, Worktrees } from "@goaltrace/core/ports";
import type { Database } from "@goaltrace/db";
import type { WorktreeIndex } from "@goaltrace/tools";
import { WORKTREE_ORPHAN_MS } from "../tunables.ts";

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
  readonly worktreesOf: (workspaceId: string) => Pick<Worktrees, "remove">;
  readonly traces: Pick<Database["traces"], "get">;
  readonly clock: Pick<Clock, "now">;
}): Promise<number> {
  let removed = 0;
  for (const { childTraceId, owner, openedAt, isRemoved } of await index.list()) {
    const hasEnded = owner !== null && (await treeHasEnded(traces, owner, childTraceId));
    const isOrphan = hasEnded === null || owner === null;
    if (!isRemoved && hasEnded !== true && !(isOrphan && openedAt < clock.now() - WORKTREE_ORPHAN_MS))
      continue;
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
