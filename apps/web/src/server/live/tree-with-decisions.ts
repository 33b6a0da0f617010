import type { Scope, TraceStore } from "@goaltrace/core/ports";
import type { RunRequestStore } from "@goaltrace/db";
import { type ActivityCache, readRunTree, type TreeRun } from "@goaltrace/host";

/** The last decision of a person about a run: an answer, or whether a tool may run. */
export type TreeDecision = {
  readonly decision: "answered" | "approved" | "denied";
  readonly personName: string;
  readonly text: string;
};

export type DecidedTree = {
  readonly rootId: string;
  readonly runs: readonly (TreeRun & { readonly decision: TreeDecision | null })[];
};

export type TreeStores = {
  readonly traces: TraceStore;
  readonly requests: Pick<RunRequestStore, "decisionsOfTree">;
};

/** Returns the tree that a run belongs to, with the last decision of people about each run. Errors: NOT_FOUND. */
export async function treeWithDecisions(
  { traces, requests, scope }: TreeStores & { readonly scope: Scope },
  traceId: string,
  known?: ActivityCache,
): Promise<DecidedTree> {
  const { rootId, runs } = await readRunTree({ traces, scope }, traceId, known);
  const decisions = new Map(
    (await requests.decisionsOfTree(scope, rootId)).map(({ traceId: id, ...decision }) => [id, decision]),
  );
  return { rootId, runs: runs.map((run) => ({ ...run, decision: decisions.get(run.id) ?? null })) };
}
