import type { Graph } from "@goaltrace/core/graph";

/** Returns a function with the results of `compute` for graphs that grow in place. It runs again only after the plan has changed. */
export function oncePerPlan<Value>(compute: (graph: Graph) => Value): (graph: Graph) => Value {
  const known = new WeakMap<Graph, { readonly structure: number; readonly value: Value }>();
  return (graph) => {
    const before = known.get(graph);
    if (before?.structure === graph.structure) return before.value;
    const value = compute(graph);
    known.set(graph, { structure: graph.structure, value });
    return value;
  };
}
