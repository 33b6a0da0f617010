import type { GoalStatus } from "../goals/goal.ts";
import { deriveGraph } from "../graph/derive-graph.ts";
import type { GraphEdge, GraphMarker, GraphNode, GraphOutcome } from "../graph/graph.ts";
import { buildTraceTree, type TraceTree } from "../log/trace-tree.ts";
import type { Trace } from "../log/trace.ts";
import type { LogReader } from "./log-reader.ts";
import { readOutline } from "./read-outline.ts";

/**
 * The graph of a log for other programs: goals, results as nodes, actions as edges, without geometry; plus the graphs of the runs it
 * spawned, nested by `parentId` and never merged. Fields are only ever added.
 */
export type TraceDag = LogDag & {
  /** A graph for each descendant run, parents before their children, siblings oldest first. */
  readonly children: readonly (LogDag & Pick<Trace, "parentId" | "spawnedBy">)[];
};

type LogDag = {
  readonly traceId: string;
  /** The last entry that the graph includes. */
  readonly lastSequence: number;
  readonly goals: readonly DagGoal[];
  readonly nodes: readonly DagNode[];
  readonly edges: readonly DagEdge[];
};

type DagGoal = {
  readonly id: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly status: GoalStatus;
  readonly summary: string | null;
};

type DagNode = Pick<GraphNode, "id" | "kind" | "goalId"> & {
  readonly outcome: GraphOutcome | null;
  readonly markers: readonly { readonly kind: string; readonly sequence: number }[];
};

type DagEdge = Pick<GraphEdge, "id" | "source" | "target" | "kind" | "firstSequence" | "lastSequence"> & {
  readonly tools: readonly string[];
  readonly totals: Omit<GraphEdge["totals"], "tools">;
};

/** Former names of renamed markers. Programs rely on them, so responses keep them. */
const API_MARKER_NAMES: Partial<Record<GraphMarker["kind"], string>> = { compaction: "seam" };

/** Derives the graphs of a trace and its descendants from their logs without reading contents. Errors: as `resolveLog`. */
export async function readDag(reader: LogReader, trace: Trace): Promise<TraceDag> {
  const tree = buildTraceTree(trace, await reader.traces.family(reader.scope, trace.rootId));
  const children: TraceDag["children"][number][] = [];
  for (const { child, parentId } of listDescendants(tree))
    children.push({ ...(await readGraph(reader, child)), parentId, spawnedBy: child.spawnedBy });
  return { ...(await readGraph(reader, trace)), children };
}

async function readGraph(reader: LogReader, trace: Trace): Promise<LogDag> {
  const { entries, lastSequence } = await readOutline(reader, trace);
  const graph = deriveGraph(trace.task, entries);
  return {
    traceId: trace.id,
    lastSequence,
    goals: [...graph.goals.values()].map(({ id, parentId, title, status, summary }) => ({
      ...{ id, parentId, title, status, summary },
    })),
    nodes: [...graph.nodes.values()].map(({ id, kind, goalId, outcome, markers }) => ({
      ...{ id, kind, goalId, outcome },
      markers: markers.map((marker) => ({
        kind: API_MARKER_NAMES[marker.kind] ?? marker.kind,
        sequence: marker.sequence,
      })),
    })),
    edges: [...graph.edges.values()].map((edge) => {
      const { messages, turns, calls, errors, tokens, cost, durationMs } = edge.totals;
      return {
        ...{ id: edge.id, source: edge.source, target: edge.target, kind: edge.kind },
        ...{ firstSequence: edge.firstSequence, lastSequence: edge.lastSequence },
        tools: [...edge.toolNames],
        totals: { messages, turns, calls, errors, tokens, cost, durationMs },
      };
    }),
  };
}

/** With the parent in the tree, which is the root for a run whose own parent was deleted. */
function listDescendants({
  trace,
  children,
}: TraceTree): readonly { readonly child: Trace; readonly parentId: string }[] {
  return children.flatMap((below) => [{ child: below.trace, parentId: trace.id }, ...listDescendants(below)]);
}
