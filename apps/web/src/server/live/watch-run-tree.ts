import { isTerminal } from "@goaltrace/core/log";
import type { LiveFeed, Scope } from "@goaltrace/core/ports";
import type { ActivityCache } from "@goaltrace/host";
import { noticeRounds } from "./notice-rounds.ts";
import { type DecidedTree, treeWithDecisions, type TreeStores } from "./tree-with-decisions.ts";

/** People look at these rows while the sub-agents work. */
const COALESCE_MS = 100;

/**
 * Yields the tree that a run belongs to, first as it is, then whenever one of its runs has changed, until all have ended or `signal` aborts.
 * Errors: NOT_FOUND.
 */
export async function* watchRunTree({
  traces,
  traceSearch,
  requests,
  live,
  scope,
  traceId,
  signal,
}: TreeStores & {
  readonly live: LiveFeed;
  readonly scope: Scope;
  readonly traceId: string;
  readonly signal: AbortSignal;
}): AsyncGenerator<DecidedTree> {
  const known: ActivityCache = new Map();
  let family = new Set<string>();
  const rounds = noticeRounds({
    ...{ live, workspaceId: scope.workspaceId, signal, coalesceMs: COALESCE_MS },
    // A new sub-agent is recorded by its parent first.
    note: (notice) => notice.kind === "committed" && family.has(notice.traceId),
  });
  let shown = "";
  for await (const _ of rounds) {
    const tree = await treeWithDecisions({ traces, traceSearch, requests, scope }, traceId, known);
    family = new Set(tree.runs.map(({ id }) => id));
    const text = JSON.stringify(tree);
    if (text !== shown) yield tree;
    shown = text;
    if (tree.runs.every(({ status }) => isTerminal(status))) return;
  }
}
