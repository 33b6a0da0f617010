import { boardSums, firstError } from "@goaltrace/core/graph";
import type { AgentWork, BoardSums, Graph, Storyboard, StoryBox, Timing } from "@goaltrace/core/graph";
import type { RunState } from "../../../ui/goal-status.ts";
import type { AgentNames } from "../state/use-agent-names.ts";
import type { TreeRun } from "../../../lib/run-tree/use-run-tree.ts";
import { type AgentBox, agentBoxes, agentFigures, agentWork } from "./agent-boxes.ts";
import { pathTo } from "../state/selection-moves.ts";
import { goalOfSeam } from "./missing-thread.ts";
import { oncePerPlan } from "../state/once-per-plan.ts";
import { isGivenUpBranch } from "../why/given-up.ts";
import { leavesFirst, planNumbers } from "../state/plan-order.ts";

/**
 * Where a run first went wrong. `sequence` is the entry, `text` its error. `shownAt` is the goal above which it is shown: the goal of the error, or
 * the last one that was worked on when the run recovered and ended for another reason.
 */
export type Verdict = {
  readonly goalId: string;
  readonly sequence: number;
  readonly text: string;
  readonly shownAt: string;
};

/**
 * How many of the goals below a goal are done, abandoned goals and what is below these left out, and how many of its parts were given up: goals
 * below it and branches of sub-agents. That of the root is the one in all lists.
 */
export type GoalCount = { readonly done: number; readonly total: number; readonly givenUp: number };

/** Everything that boxes and canvas read: the run, its storyboard, and sums over it. */
export type StoryScene = {
  readonly graph: Graph;
  readonly board: Storyboard;
  readonly run: RunState;
  readonly sums: BoardSums;
  readonly numbers: ReadonlyMap<string, string>;
  readonly counts: ReadonlyMap<string, GoalCount>;
  readonly verdict: Verdict | null;
  /** The sub-agents by the ids of their boxes. */
  readonly agents: ReadonlyMap<string, AgentBox>;
  /** The calls in real time, which show what ran at the same time; null where that is not known. */
  readonly timing: Timing | null;
  /** How many goals began with one message of a plan, by the number of that message. */
  readonly begun: ReadonlyMap<number, number>;
  /** The compaction that dropped what the run then lacked; null without one. */
  readonly missing: number | null;
  /** The boxes to light while the rest is dimmed; null lights all. */
  readonly lit: ReadonlySet<string> | null;
  /** The largest result and the largest band below the run, for bars that compare them. */
  readonly largest: {
    readonly resultMs: number;
    readonly resultCost: number;
    readonly bandMs: number;
    readonly bandCost: number;
  };
};

export type SceneInput = Pick<StoryScene, "graph" | "board" | "run" | "verdict"> & {
  readonly dims: boolean;
  /** The current runs of the tree; none at an earlier moment. */
  readonly runs?: readonly TreeRun[];
  /** The names of sub-agents. @default those of their agents */
  readonly nameOf?: AgentNames | undefined;
  /** @default null */
  readonly timing?: Timing | null;
  /** @default null */
  readonly missing?: number | null;
};

/** Returns the scene of a storyboard. O(goals). */
export function storyScene(input: SceneInput): StoryScene {
  const { graph, board, run, verdict, dims, runs = [], nameOf, timing = null, missing = null } = input;
  const agents = agentBoxes(graph, runs, nameOf);
  const work = agentWork(graph, agents);
  const sums = boardSums(graph, board, work);
  return {
    ...{ graph, board, run, sums, verdict, agents, timing, missing, begun: countBegun(graph) },
    ...{ numbers: planNumbers(graph), counts: countBelow(graph) },
    lit: dims ? litBoxes(graph, board, { verdict, missing }) : null,
    largest: findLargest({ graph, board, sums, agents }, work),
  };
}

/** Counts the goals by the message with which their work began. */
function countBegun({ edges, rootId }: Graph): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { id, turns } of edges.values()) {
    const [first] = turns;
    if (first !== undefined && id !== rootId)
      counts.set(first.sequence, (counts.get(first.sequence) ?? 0) + 1);
  }
  return counts;
}

/** Returns true for results whose first calls came with one message of a plan, so none of them waited for another. */
export function startedTogether(
  graph: Pick<Graph, "edges">,
  left: Pick<StoryBox, "goalId" | "kind">,
  right: Pick<StoryBox, "goalId" | "kind">,
): boolean {
  if (left.kind !== "card" || right.kind !== "card") return false;
  const message = graph.edges.get(left.goalId)?.turns[0]?.sequence;
  return message !== undefined && message === graph.edges.get(right.goalId)?.turns[0]?.sequence;
}

/** Returns the first failure of a run that did not end well; null for every other run, and while it continues. */
export function findVerdict(graph: Graph, run: Pick<RunState, "status">): Verdict | null {
  if (run.status !== "failed") return null;
  const error = firstError(graph);
  if (error === null) return null;
  const marker = graph.nodes.get(error.goalId)?.markers.find(({ sequence }) => sequence === error.sequence);
  const text = marker?.kind === "error" ? marker.text : "";
  return { ...error, text, shownAt: hasRecovered(graph, error) ? lastWorkedOn(graph) : error.goalId };
}

/** Whether a run continued after an error: a later call succeeded, and neither a goal failed nor did the run repeat the error. */
function hasRecovered(
  { edges, goals, nodes, rootId }: Graph,
  { goalId, sequence }: Pick<Verdict, "goalId" | "sequence">,
): boolean {
  if (nodes.get(goalId)?.markers.some(({ kind }) => kind === "loop") === true) return false;
  for (const { id, status } of goals.values()) if (status === "failed" && id !== rootId) return false;
  for (const { turns } of edges.values())
    for (const { calls } of turns)
      if (calls.some((call) => call.outcome === "ok" && call.sequence > sequence)) return true;
  return false;
}

function lastWorkedOn({ edges, rootId }: Graph): string {
  let last: { readonly goalId: string; readonly sequence: number } = { goalId: rootId, sequence: -1 };
  for (const { kind, target, lastSequence } of edges.values())
    if (kind === "work" && lastSequence !== null && lastSequence > last.sequence)
      last = { goalId: target, sequence: lastSequence };
  return last.goalId;
}

/** Returns the results of the goals that are failed, each once, in plan order: what a run that did not end well left behind. */
export function failedResults(graph: Pick<Graph, "goals">): readonly string[] {
  const failed = [...graph.goals.values()].filter(({ status }) => status === "failed");
  const texts = failed.map(({ summary, reason }) => summary ?? reason ?? "");
  return [...new Set(texts)].filter((text) => text !== "");
}

/** The failing path: what failed and its headers, the place where it first went wrong, and where it lost what it lacked there. */
function litBoxes(
  graph: Graph,
  board: Storyboard,
  { verdict, missing }: Pick<StoryScene, "verdict" | "missing">,
): ReadonlySet<string> {
  const lit = new Set<string>(["verdict"]);
  const light = (goalId: string): void => {
    for (const id of pathTo(graph, goalId)) {
      lit.add(id);
      const owner = board.owners.get(id);
      if (owner !== undefined) lit.add(owner);
    }
  };
  if (verdict !== null) for (const goalId of [verdict.goalId, verdict.shownAt]) light(goalId);
  const seam = missing === null ? null : goalOfSeam(graph, missing);
  if (seam !== null) light(seam);
  for (const goal of graph.goals.values()) if (goal.status === "failed") light(goal.id);
  for (const box of board.boxes.values()) if (box.kind === "outcome") lit.add(box.id);
  return lit;
}

/** Counts the parts of each goal, from the leaves up. */
const countBelow = oncePerPlan((graph): ReadonlyMap<string, GoalCount> => {
  const counts = new Map<string, { done: number; total: number; givenUp: number }>();
  for (const agent of graph.agents.values()) {
    if (!isGivenUpBranch(agent)) continue;
    const { givenUp = 0 } = counts.get(agent.goalId) ?? {};
    counts.set(agent.goalId, { done: 0, total: 0, givenUp: givenUp + 1 });
  }
  for (const id of leavesFirst(graph)) {
    const goal = graph.goals.get(id);
    if (goal === undefined || goal.parentId === null) continue;
    const own = counts.get(id) ?? { done: 0, total: 0, givenUp: 0 };
    const above = counts.get(goal.parentId) ?? { done: 0, total: 0, givenUp: 0 };
    above.givenUp += own.givenUp;
    if (goal.status === "abandoned") above.givenUp += 1;
    else {
      above.done += own.done + (goal.status === "completed" ? 1 : 0);
      above.total += own.total + 1;
    }
    counts.set(goal.parentId, above);
  }
  return counts;
});

function findLargest(
  { graph, board, sums, agents }: Pick<StoryScene, "graph" | "board" | "sums" | "agents">,
  work: AgentWork,
): StoryScene["largest"] {
  const largest = { resultMs: 0, resultCost: 0, bandMs: 0, bandCost: 0 };
  for (const [goalId, boxId] of board.owners) {
    const box = board.boxes.get(boxId);
    const edge = graph.edges.get(goalId);
    // The band's own work is not a result.
    if (edge === undefined || (box?.kind === "header" && box.goalId === goalId)) continue;
    const below = work.get(goalId);
    largest.resultMs = Math.max(largest.resultMs, edge.worked.ms + (below?.workedMs ?? 0));
    largest.resultCost = Math.max(largest.resultCost, (edge.totals.cost ?? 0) + (below?.cost ?? 0));
  }
  for (const box of agents.values()) {
    const { durationMs, cost } = agentFigures(box);
    largest.resultMs = Math.max(largest.resultMs, durationMs ?? 0);
    largest.resultCost = Math.max(largest.resultCost, cost ?? 0);
  }
  for (const box of board.boxes.values()) {
    const sum = box.kind === "header" && box.part.depth === 1 ? sums.whole.get(box.id) : undefined;
    largest.bandMs = Math.max(largest.bandMs, sum?.workedMs ?? 0);
    largest.bandCost = Math.max(largest.bandCost, sum?.cost ?? 0);
  }
  return largest;
}
