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
  for (const { childTraceId, owner, openedAt, isRemoved, openedBy } of await index.list()) {
    const hasEnded = owner === null ? null : await isOver(traces, { owner, childTraceId, openedBy });
    const isOrphan = hasEnded === null && openedAt < clock.now() - WORKTREE_ORPHAN_MS;
    if (!isRemoved && hasEnded !== true && !isOrphan) continue;
    await worktreesOf(owner ?? "").remove(childTraceId);
    removed += 1;
  }
  return removed;
}

/** Null for one of which nobody can tell: its agent is not stored, which may also mean: not yet, and the run that asked for it is unknown. */
async function isOver(
  traces: Pick<Database["traces"], "get">,
  worktree: { readonly owner: string; readonly childTraceId: string; readonly openedBy: string | null },
): Promise<boolean | null> {
  const scope = { workspaceId: worktree.owner, personId: "" };
  const child = await traces.get(scope, worktree.childTraceId);
  // A process may die after it made a worktree, and before it recorded whose it is. The run continues with another one.
  const runId = child?.rootId ?? worktree.openedBy;
  if (runId === null) return null;
  const run = await traces.get(scope, runId);
  return run === undefined || isTerminal(run.status);
}
