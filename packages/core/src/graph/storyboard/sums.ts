import type { Graph, MarkerCounts } from "../graph.ts";
import { addMarkers } from "../marker-counts.ts";
import type { Part } from "./story-rows.ts";
import type { Storyboard } from "./storyboard.ts";

/** Sums over the work that a box represents. `cost` is null when part of it has no price; `workedMs` is work, without waiting. */
export type StorySums = {
  turns: number;
  calls: number;
  tools: number;
  errors: number;
  tokens: number;
  cost: number | null;
  workedMs: number;
  marks: MarkerCounts;
};

/** Sums by id of box: `own` is the work of its own goals, `whole` includes what is below a header. */
export type BoardSums = {
  readonly own: ReadonlyMap<string, StorySums>;
  readonly whole: ReadonlyMap<string, StorySums>;
};

/** The work of sub-agents, by the goal that started them: tokens, cost, and the time that they took beyond the calls that waited for them. */
export type AgentWork = ReadonlyMap<string, Pick<StorySums, "tokens" | "cost" | "workedMs">>;

const NO_AGENTS: AgentWork = new Map();

/** Returns the sums of all boxes of a storyboard; those of `whole` include the sub-agents. O(goals + parts). */
export function boardSums(graph: Graph, board: Storyboard, agents: AgentWork = NO_AGENTS): BoardSums {
  const own = new Map<string, StorySums>();
  const whole = new Map<string, StorySums>();
  const parts = new Map<Part, StorySums>();
  for (const [goalId, boxId] of board.owners) {
    const box = board.boxes.get(boxId);
    if (box === undefined) continue;
    addGoal(sumsAt(own, boxId), graph, goalId);
    const below = agents.get(goalId);
    const addWithAgents = (sum: StorySums): void => {
      addGoal(sum, graph, goalId);
      if (below !== undefined) addTotals(sum, { ...NO_CALLS, ...below });
    };
    if (box.kind !== "header") addWithAgents(sumsAt(whole, boxId));
    addWithAgents(partSums(parts, box.part));
  }
  // Parts are in the order from outer to inner ones, so each has all of its own before it is added to the one around it.
  for (const [part, sums] of [...parts].reverse()) {
    addSums(sumsAt(whole, part.id), sums);
    if (part.parent !== null) addSums(partSums(parts, part.parent), sums);
  }
  return { own, whole };
}

/** Returns the sums of a part, and begins those of the parts around it before its own. */
function partSums(parts: Map<Part, StorySums>, part: Part): StorySums {
  const known = parts.get(part);
  if (known !== undefined) return known;
  if (part.parent !== null) partSums(parts, part.parent);
  const created = noSums();
  parts.set(part, created);
  return created;
}

function sumsAt(sums: Map<string, StorySums>, id: string): StorySums {
  const known = sums.get(id);
  if (known !== undefined) return known;
  const created = noSums();
  sums.set(id, created);
  return created;
}

const NO_CALLS = { turns: 0, calls: 0, tools: 0, errors: 0 };

/** Shared by all sums without marks: most boxes have none, and a live run sums up thousands of boxes again with each entry. */
const NO_MARKS: MarkerCounts = new Map();

function noSums(): StorySums {
  return { turns: 0, calls: 0, tools: 0, errors: 0, tokens: 0, cost: 0, workedMs: 0, marks: NO_MARKS };
}

function addMarks(sum: StorySums, marks: MarkerCounts): void {
  if (marks.size === 0) return;
  if (sum.marks === NO_MARKS) sum.marks = new Map();
  addMarkers(sum.marks, marks);
}

function addGoal(sum: StorySums, graph: Graph, goalId: string): void {
  const edge = graph.edges.get(goalId);
  const marks = graph.nodes.get(goalId)?.markerCounts;
  if (marks !== undefined) addMarks(sum, marks);
  if (edge === undefined) return;
  const { totals, worked } = edge;
  addCounts(sum, totals);
  sum.tokens += worked.tokens;
  sum.workedMs += worked.ms;
}

function addSums(sum: StorySums, more: StorySums): void {
  addMarks(sum, more.marks);
  addTotals(sum, more);
}

function addTotals(sum: StorySums, totals: Omit<StorySums, "marks">): void {
  addCounts(sum, totals);
  sum.tokens += totals.tokens;
  sum.workedMs += totals.workedMs;
}

function addCounts(sum: StorySums, counts: Omit<StorySums, "marks" | "tokens" | "workedMs">): void {
  sum.turns += counts.turns;
  sum.calls += counts.calls;
  sum.tools += counts.tools;
  sum.errors += counts.errors;
  sum.cost = sum.cost === null || counts.cost === null ? null : sum.cost + counts.cost;
}
