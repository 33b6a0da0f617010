import { deriveGraph } from "@goaltrace/core/graph";
import type { OutlineEntry, Trace } from "@goaltrace/core/log";
import type { z } from "zod";
import type { DAG } from "./schemas.ts";

/** The graph of a log as programs see it: goals, results as nodes, actions as edges. No geometry. */
export function dagOf(
  trace: Trace,
  log: { readonly entries: readonly OutlineEntry[]; readonly lastSequence: number },
): z.input<typeof DAG> {
  const graph = deriveGraph(trace.task, log.entries);
  return {
    traceId: trace.id,
    lastSequence: log.lastSequence,
    goals: [...graph.goals.values()].map(({ id, parentId, title, status, summary }) => ({
      ...{ id, parentId, title, status, summary },
    })),
    nodes: [...graph.nodes.values()].map(({ id, kind, goalId, outcome, markers }) => ({
      ...{ id, kind, goalId, outcome },
      markers: markers.map(({ kind, sequence }) => ({
        // The published spelling of a compaction.
        ...{ kind: kind === "compaction" ? "seam" : kind, sequence },
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
