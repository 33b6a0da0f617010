import type { OutlineOf } from "../log/outline-handlers.ts";
import { type Graph, type GraphChange, type GraphPort, UNCHANGED } from "./graph.ts";

/** Withdrawn memories leave the context, and a recall of what is there already adds none; nothing comes in or goes out. */
export function applyMemory(
  graph: Graph,
  { g, q, state, n: count, d: name }: OutlineOf<"memory">,
): GraphChange {
  if (state === "withdrawn" || count === 0) return UNCHANGED;
  const direction = state === "recalled" || state === "rules" ? "in" : "out";
  return addPort(graph, g, {
    ...{ direction, sequence: q, count, name },
    kind: state === "rules" ? "rules" : "memory",
  });
}

/** Adds a port to a goal: what its work read or wrote outside of the run. */
export function addPort(graph: Graph, goalId: string, port: GraphPort): GraphChange {
  const ports = graph.ports.get(goalId);
  if (ports === undefined) graph.journal.set(graph.ports, goalId, [port]);
  else graph.journal.push(ports, port);
  return { nodes: [goalId], edges: [], structure: false };
}
