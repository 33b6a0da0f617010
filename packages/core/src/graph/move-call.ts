import type { OutlineEntry } from "../log/outline.ts";
import type { CallPlace, Graph, GraphEdge, GraphTurn } from "./graph.ts";
import { placeGoal } from "./place-node.ts";

/**
 * Moves a call to the goal of the entry that says where it belongs, and returns its place. The first such entry gives that goal its node, so goals
 * whose calls start together stand in the order of their starts. A call that is there already stays.
 */
export function moveCall(graph: Graph, place: CallPlace, { g: goalId, q }: OutlineEntry): CallPlace {
  const { turn, index } = place;
  const call = turn.calls[index];
  if (call === undefined || turn.goalId === goalId) return place;
  placeGoal(graph, goalId, q);
  const to = graph.edges.get(goalId);
  const from = graph.edges.get(turn.goalId);
  if (to === undefined || from === undefined) return place;
  takeOut(graph, from, place);
  const { journal } = graph;
  const target = turnIn(graph, to, turn);
  const moved = { turn: target, index: journal.push(target.calls, call) };
  journal.set(graph.calls, call.callId, moved);
  for (const changed of [to, to.totals, from.totals]) journal.keep(changed);
  to.firstSequence ??= q;
  to.lastSequence = Math.max(to.lastSequence ?? q, q);
  from.totals.calls -= 1;
  to.totals.calls += 1;
  return moved;
}

function takeOut(graph: Graph, edge: GraphEdge, { turn, index }: CallPlace): void {
  graph.journal.splice(turn.calls, index, { remove: 1, insert: [] });
  for (const [at, { callId }] of turn.calls.entries()) {
    graph.work += 1;
    if (at >= index) graph.journal.set(graph.calls, callId, { turn, index: at });
  }
  for (let later = edge.turns.length - 1; edge.turns[later] !== turn && later >= 0; later -= 1) {
    graph.work += 1;
    const after = edge.turns[later];
    if (after === undefined) continue;
    graph.journal.keep(after);
    after.callsBefore -= 1;
  }
}

/** The turn of a goal that stands for the same message. Its tokens and cost stay where the message is. */
function turnIn({ journal }: Graph, edge: GraphEdge, { sequence, description }: GraphTurn): GraphTurn {
  const last = edge.turns.at(-1);
  if (last?.sequence === sequence) return last;
  const turn: GraphTurn = {
    ...{
      sequence,
      goalId: edge.target,
      description,
      inputTokens: 0,
      outputTokens: 0,
      cost: 0,
      durationMs: 0,
    },
    ...{ calls: [], attempts: 1, callsBefore: (last?.callsBefore ?? 0) + (last?.calls.length ?? 0) },
  };
  journal.push(edge.turns, turn);
  return turn;
}
