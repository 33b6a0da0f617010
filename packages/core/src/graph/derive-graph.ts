import type { OutlineEntry } from "../log/outline.ts";
import { applyEntry, createGraph } from "./apply-event.ts";
import type { Graph } from "./graph.ts";

/** Returns the graph of a whole log: the fold of its entries in order of sequence. Equal to applying them one by one. */
export function deriveGraph(rootTitle: string, entries: Iterable<OutlineEntry>): Graph {
  const graph = createGraph(rootTitle);
  for (const entry of entries) applyEntry(graph, entry);
  return graph;
}
