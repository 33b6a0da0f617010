import { GoaltraceError } from "../errors.ts";
import type { Ids } from "../ports/clock.ts";
import type { TraceStore } from "../ports/trace-store.ts";
import type { PreparedImport } from "./prepare-import.ts";

/** `renamed` is true when the id in the file was in use and the trace got a new one. */
export type ImportedTrace = { readonly id: string; readonly renamed: boolean };

/** A run of a file with the runs below it that follow it. */
type PreparedTree = { readonly root: PreparedImport; readonly below: PreparedImport[] };

/**
 * Stores the runs of a file in order, and returns those that are not below another one of the file. A run below another one stays there. When the id of a run is in use,
 * it and all runs below it get new ids, even where their logs name one another. Stops before the next tree when `signal` aborts. Errors:
 * those of `TraceStore.create`.
 */
export async function storeImports(
  prepared: readonly PreparedImport[],
  into: {
    readonly traces: Pick<TraceStore, "create">;
    readonly ids: Ids;
    readonly signal?: AbortSignal;
  },
): Promise<readonly ImportedTrace[]> {
  const stored: ImportedTrace[] = [];
  for (const tree of toTrees(prepared)) {
    if (into.signal?.aborted === true) break;
    stored.push(await storeTree(tree, into));
  }
  return stored;
}

/** Groups runs under the run at whose end they stand in the file. A run whose root or parent is not in the file is a root of its own. */
function toTrees(prepared: readonly PreparedImport[]): readonly PreparedTree[] {
  const trees: PreparedTree[] = [];
  const treeOf = new Map<string, PreparedTree>();
  for (const run of prepared) {
    const { id, rootId, parentId } = run.trace;
    const tree = parentId === null || id === rootId ? undefined : treeOf.get(parentId);
    if (tree !== undefined && !treeOf.has(id)) {
      tree.below.push(run);
      treeOf.set(id, tree);
      continue;
    }
    const own: PreparedTree = { root: run, below: [] };
    trees.push(own);
    treeOf.set(id, own);
  }
  return trees;
}

async function storeTree(
  tree: PreparedTree,
  { traces, ids }: { readonly traces: Pick<TraceStore, "create">; readonly ids: Ids },
): Promise<ImportedTrace> {
  const { root, below } = tree;
  try {
    await root.store(traces, { id: root.trace.id, place: null, renamed: new Map() });
  } catch (thrown) {
    if (!isConflict(thrown)) throw thrown;
    const renamed = new Map([root, ...below].map(({ trace }) => [trace.id, ids.next()]));
    const id = renamed.get(root.trace.id) ?? ids.next();
    await root.store(traces, { id, place: null, renamed });
    for (const run of below) await storeBelow(run, { traces, rootId: id, renamed });
    return { id, renamed: true };
  }
  const renamed = new Map<string, string>();
  for (const run of below) {
    try {
      await storeBelow(run, { traces, rootId: root.trace.id, renamed });
    } catch (thrown) {
      // Its id is in use although that of its root is not: another file has brought it without its root.
      if (!isConflict(thrown)) throw thrown;
      renamed.set(run.trace.id, ids.next());
      await storeBelow(run, { traces, rootId: root.trace.id, renamed });
    }
  }
  return { id: root.trace.id, renamed: false };
}

async function storeBelow(
  run: PreparedImport,
  {
    traces,
    rootId,
    renamed,
  }: {
    readonly traces: Pick<TraceStore, "create">;
    readonly rootId: string;
    readonly renamed: ReadonlyMap<string, string>;
  },
): Promise<void> {
  const { id, parentId } = run.trace;
  const newId = (old: string): string => renamed.get(old) ?? old;
  await run.store(traces, {
    id: newId(id),
    place: { rootId, parentId: newId(parentId ?? rootId) },
    renamed,
  });
}

function isConflict(thrown: unknown): boolean {
  return thrown instanceof GoaltraceError && thrown.code === "CONFLICT";
}
