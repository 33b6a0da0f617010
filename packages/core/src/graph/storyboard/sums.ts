import type { Graph, MarkerCounts } from "../graph.ts";
import { addMarkers } from "../marker-counts.ts";
import type { Part } from "./story-rows.ts";
import type { Storyboard } from "./storyboard.ts";

/** Sums over the work that a box represents. `cost` is null when part of it has no price; `durationMs` is work, without waiting. */
export type StorySums = {
  turns: number;
  calls: number;
  tools: number;
  errors: number;
  tokens: number;
  cost: number | null;
  durationMs: number;
  readonly marks: MarkerCounts;
};

/** Sums by id of box: `own` is the work of its own goals, `whole` includes what is below a header. */
export type BoardSums = {
  readonly own: ReadonlyMap<string, StorySums>;
  readonly whole: ReadonlyMap<string, StorySums>;
};

/** Returns the sums of all boxes of a storyboard. O(goals). */
export function boardSums(graph: Graph, board: Storyboard): BoardSums {
  const own = new Map<string, StorySums>();
  const whole = new Map<string, StorySums>();
  for (const [goalId, boxId] of board.owners) {
    const box = board.boxes.get(boxId);
    if (box === undefined) continue;
    addGoal(sumsAt(own, boxId), graph, goalId);
    if (box.kind !== "header") addGoal(sumsAt(whole, boxId), graph, goalId);
    for (let part: Part | null = box.part; part !== null; part = part.parent)
      addGoal(sumsAt(whole, part.id), graph, goalId);
  }
  return { own, whole };
}

function sumsAt(sums: Map<string, StorySums>, id: string): StorySums {
  const known = sums.get(id);
  if (known !== undefined) return known;
  const zero = { turns: 0, calls: 0, tools: 0, errors: 0, tokens: 0, cost: 0, durationMs: 0 };
  const created: StorySums = { ...zero, marks: new Map() };
  sums.set(id, created);
  return created;
}

function addGoal(sum: StorySums, graph: Graph, goalId: string): void {
  const totals = graph.edges.get(goalId)?.totals;
  const marks = graph.nodes.get(goalId)?.markerCounts;
  if (marks !== undefined) addMarkers(sum.marks, marks);
  if (totals === undefined) return;
  sum.turns += totals.turns;
  sum.calls += totals.calls;
  sum.tools += totals.tools;
  sum.errors += totals.errors;
  sum.tokens += totals.tokens;
  sum.durationMs += totals.durationMs;
  sum.cost = sum.cost === null || totals.cost === null ? null : sum.cost + totals.cost;
}
