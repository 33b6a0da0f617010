import type { OutlineOf } from "../log/outline-handlers.ts";
import { type Graph, type GraphChange, UNCHANGED } from "./graph.ts";

/** Keeps with a sub-agent what became of the files in its worktree; a merge of one that the log does not know changes nothing. */
export function applyMerge(graph: Graph, entry: OutlineOf<"merge">): GraphChange {
  const { child: traceId, q: sequence, state, n: files, left } = entry;
  const known = graph.agents.get(traceId);
  if (known === undefined) return UNCHANGED;
  graph.journal.set(graph.agents, traceId, { ...known, merged: { state, sequence, files, left } });
  return { nodes: [known.goalId], edges: [], structure: true };
}
