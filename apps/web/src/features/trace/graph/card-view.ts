import { subGoalCounts, turnsOf } from "@goaltrace/core/graph";
import type { Graph, LayoutNode, MarkerCounts } from "@goaltrace/core/graph";
import type { StatusName } from "../../../ui/status.ts";
import { goalStatus } from "../../../ui/goal-status.ts";
import type { RunState } from "../../../ui/goal-status.ts";

/** A goal inside an open stack. */
export type MemberView = { readonly id: string; readonly title: string; readonly status: StatusName };

/** Everything a card shows, as plain values, so that a card draws anew only when one of them changed. */
export type CardView = {
  readonly id: string;
  readonly kind: LayoutNode["kind"];
  readonly goalId: string;
  readonly status: StatusName;
  /** The goal's, of a stack that of the goal its members belong to; empty for outcomes, whose title is their kind. */
  readonly title: string;
  /** Result, reason, blocker or what is being done: the second line. Empty for stacks, which count their members there. */
  readonly result: string;
  readonly abandoned: boolean;
  /** Null without any turn. */
  readonly durationMs: number | null;
  /** Null when a part of it has no price. */
  readonly cost: number | null;
  readonly tokens: number;
  readonly calls: number;
  readonly marks: MarkerCounts;
  readonly subGoals: { readonly done: number; readonly total: number };
  /** Goals in it besides its own, when folded or stacked. */
  readonly holds: number;
  readonly failed: number;
  readonly foldable: boolean;
  readonly folded: boolean;
  readonly placedAt: number;
  readonly members: readonly MemberView[];
  readonly hiddenMembers: number;
};

/** How what a card stands for stands. Cheap: the far view asks it of every card in sight, in every frame. */
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

/** What a card shows. Pure; reads the card's own goal and edge, never the log. */
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
  return { ...common, title, result: plain(resultOf(graph, card.goalId, common.status)) };
}

function resultOf(graph: Graph, goalId: string, status: StatusName): string {
  const goal = graph.goals.get(goalId);
  const said = goal?.abandonReason ?? goal?.summary;
  if (said !== undefined && said !== null) return said;
  if (status === "failed") return lastError(graph, goalId) ?? goal?.reason ?? "";
  if (status === "running" || status === "waiting")
    return graph.edges.get(goalId)?.turns.at(-1)?.description ?? goal?.reason ?? "";
  return goal?.reason ?? "";
}

function lastError(graph: Graph, goalId: string): string | undefined {
  const marker = graph.nodes.get(goalId)?.markers.findLast((one) => one.kind === "error");
  return marker?.kind === "error" ? marker.text : undefined;
}

/** A line of a card has no room for Markdown's signs. */
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

/** The first calls of an edge, for the pills of the near level. */
export function firstCalls(
  graph: Graph,
  edgeId: string,
  limit: number,
): ReturnType<typeof turnsOf>["turns"][number]["calls"] {
  return turnsOf(graph, edgeId, { limit })
    .turns.flatMap((turn) => turn.calls)
    .slice(0, limit);
}
