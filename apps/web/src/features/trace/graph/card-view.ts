import { subGoalCounts, expandEdge } from "@goaltrace/core/graph";
import type { Graph, LayoutNode, MarkerCounts } from "@goaltrace/core/graph";
import type { StatusName } from "../../../ui/status.ts";
import { goalStatus } from "../../../ui/goal-status.ts";
import type { RunState } from "../../../ui/goal-status.ts";

/** A goal inside an expanded stack. */
export type MemberView = { readonly id: string; readonly title: string; readonly status: StatusName };

/** The content of a card, as plain values, so that a card rerenders only when one of them changed. */
export type CardView = {
  readonly id: string;
  readonly kind: LayoutNode["kind"];
  readonly goalId: string;
  readonly status: StatusName;
  /** The title of the goal, or of the parent goal for a stack; empty for outcomes, whose title is their kind. */
  readonly title: string;
  /** The second line: result, reason, blocker or current activity. Empty for stacks, which show counts instead. */
  readonly result: string;
  readonly abandoned: boolean;
  /** Null without turns. */
  readonly durationMs: number | null;
  /** Null when part of the work has no price. */
  readonly cost: number | null;
  readonly tokens: number;
  readonly calls: number;
  readonly marks: MarkerCounts;
  readonly subGoals: { readonly done: number; readonly total: number };
  /** The number of other goals inside a folded or stacked card. */
  readonly holds: number;
  readonly failed: number;
  readonly foldable: boolean;
  readonly folded: boolean;
  readonly placedAt: number;
  readonly members: readonly MemberView[];
  readonly hiddenMembers: number;
};

/** Returns the status of a card's goal, stack or outcome. Cheap, because the far view calls it for every visible card in every frame. */
export function cardStatus(graph: Graph, card: LayoutNode, run: RunState): StatusName {
  switch (card.kind) {
    case "outcome":
      return graph.nodes.get(card.id)?.outcome?.status ?? "completed";
    case "stack":
      return card.contents.failed > 0 ? "failed" : card.contents.live ? "running" : "completed";
    case "goal": {
      const goal = graph.goals.get(card.goalId);
      return goal === undefined ? "pending" : goalStatus(goal, run);
    }
  }
}

/** Returns the content of a card. Pure. Reads the card's own goal and edge, never the log. */
export function cardView(graph: Graph, card: LayoutNode, run: RunState): CardView {
  const goal = graph.goals.get(card.goalId);
  const edge = graph.edges.get(card.id);
  const totals = card.inside ?? edge?.totals ?? null;
  const own = edge !== undefined && card.inside !== null ? edge.totals : null;
  const turns = (totals?.turns ?? 0) + (own?.turns ?? 0);
  const isGoal = card.kind === "goal";
  const { done, total } = isGoal ? subGoalCounts(graph, card.goalId) : { done: 0, total: 0 };
  const common = {
    id: card.id,
    kind: card.kind,
    goalId: card.goalId,
    status: cardStatus(graph, card, run),
    abandoned: card.abandoned,
    durationMs: totals !== null && turns > 0 ? totals.durationMs + (own?.durationMs ?? 0) : null,
    cost:
      totals === null || totals.cost === null || own?.cost === null ? null : totals.cost + (own?.cost ?? 0),
    tokens: (totals?.tokens ?? 0) + (own?.tokens ?? 0),
    calls: (totals?.calls ?? 0) + (own?.calls ?? 0),
    marks: card.contents.marks,
    subGoals: { done, total },
    holds: card.kind === "stack" ? card.contents.goals : card.contents.goals - 1,
    failed: card.contents.failed,
    foldable: isGoal && (graph.children.get(card.goalId)?.length ?? 0) > 0 && card.goalId !== graph.rootId,
    folded: card.collapsed,
    placedAt: card.placedAt,
    members: card.members.map((id) => memberView(graph, id, run)),
    hiddenMembers: card.members.length > 0 ? card.hiddenMembers : 0,
  };
  if (card.kind === "outcome")
    return { ...common, title: "", result: plain(graph.nodes.get(card.id)?.outcome?.text ?? "") };
  const title = goal?.title ?? "";
  if (card.kind === "stack") return { ...common, title, result: "" };
  return { ...common, title, result: plain(resultText(graph, card.goalId, common.status)) };
}

function resultText(graph: Graph, goalId: string, status: StatusName): string {
  const goal = graph.goals.get(goalId);
  const outcome = goal?.abandonReason ?? goal?.summary;
  if (outcome !== undefined && outcome !== null) return outcome;
  if (status === "failed") return lastError(graph, goalId) ?? goal?.reason ?? "";
  if (status === "running" || status === "waiting")
    return graph.edges.get(goalId)?.turns.at(-1)?.description ?? goal?.reason ?? "";
  return goal?.reason ?? "";
}

function lastError(graph: Graph, goalId: string): string | undefined {
  const marker = graph.nodes.get(goalId)?.markers.findLast((candidate) => candidate.kind === "error");
  return marker?.kind === "error" ? marker.text : undefined;
}

/** Removes Markdown syntax, which a one-line text has no room for. */
function plain(text: string): string {
  return text
    .replace(/[*_`#>]+/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}

function memberView(graph: Graph, id: string, run: RunState): MemberView {
  const goal = graph.goals.get(id);
  return { id, title: goal?.title ?? "", status: goal === undefined ? "pending" : goalStatus(goal, run) };
}

/** Returns the first calls of an edge, for the pills of the near view. */
export function firstCalls(
  graph: Graph,
  edgeId: string,
  limit: number,
): ReturnType<typeof expandEdge>["turns"][number]["calls"] {
  return expandEdge(graph, edgeId, { limit })
    .turns.flatMap((turn) => turn.calls)
    .slice(0, limit);
}
