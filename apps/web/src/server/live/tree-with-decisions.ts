import { isTerminal } from "@goaltrace/core/log";
import { isStopChoice, type Scope, type TraceSearchStore, type TraceStore } from "@goaltrace/core/ports";
import type { RunDecision, RunRequestStore } from "@goaltrace/db";
import { type ActivityCache, readRunTree, type TreeRun } from "@goaltrace/host";

/** The newest commands of a tree that are looked at. */
const COMMANDS = 100;

/** The last decision of a person about a run: an answer, whether a tool may run, or the end of a run that the guard had stopped (`gave_up`). */
export type TreeDecision = {
  readonly decision: "answered" | "approved" | "denied" | "gave_up";
  readonly personName: string;
  readonly text: string;
  /** In milliseconds since the epoch. */
  readonly decidedAt: number;
};

export type DecidedTree = {
  readonly rootId: string;
  /** Whether a run of the tree changed files, or ran a command whose changes are not recorded. False while the root is at work. */
  readonly changedFiles: boolean;
  readonly runs: readonly (TreeRun & { readonly decision: TreeDecision | null })[];
};

export type TreeStores = {
  readonly traces: TraceStore;
  readonly traceSearch: TraceSearchStore;
  readonly requests: Pick<RunRequestStore, "decisionsOfTree">;
};

/** Returns the tree that a run belongs to, with the last decision of people about each run. Errors: NOT_FOUND. */
export async function treeWithDecisions(
  { traces, traceSearch, requests, scope }: TreeStores & { readonly scope: Scope },
  traceId: string,
  known?: ActivityCache,
): Promise<DecidedTree> {
  const { rootId, runs } = await readRunTree({ traces, scope }, traceId, known);
  const decisions = new Map(
    (await requests.decisionsOfTree(scope, rootId)).map(({ traceId: id, ...made }) => [id, toDecision(made)]),
  );
  const isOver = runs.some(({ id, status }) => id === rootId && isTerminal(status));
  return {
    rootId,
    changedFiles: isOver && (await changedFiles({ traces, traceSearch, scope }, rootId)),
    runs: runs.map((run) => ({ ...run, decision: decisions.get(run.id) ?? null })),
  };
}

/** The choice that ends a run is an answer like any other where a call asked, or the budget. */
function toDecision({ isOfRun, ...made }: Omit<RunDecision, "traceId">): TreeDecision {
  const gaveUp = isOfRun && made.decision === "answered" && isStopChoice(made.text);
  return gaveUp ? { ...made, decision: "gave_up" } : made;
}

async function changedFiles(
  { traces, traceSearch, scope }: Pick<TreeStores, "traces" | "traceSearch"> & { readonly scope: Scope },
  rootId: string,
): Promise<boolean> {
  const segments = (await traces.family(scope, rootId)).map(({ id: traceId, origin, lastSequence: to }) => {
    return { traceId, from: (origin?.sequence ?? 0) + 1, to };
  });
  if ((await traceSearch.fileChanges(scope, segments, 1)).length > 0) return true;
  const ends = await traceSearch.commandEnds(scope, segments, COMMANDS);
  return ends.some(
    (entry) => entry.kind === "event" && entry.type === "process.ended" && hasUnrecorded(entry.data.changes),
  );
}

function hasUnrecorded(
  changes:
    | { readonly uncovered?: unknown; readonly unclear?: readonly string[] | undefined }
    | undefined
    | null,
): boolean {
  return changes?.uncovered != null || (changes?.unclear?.length ?? 0) > 0;
}
