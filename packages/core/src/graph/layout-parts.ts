import type { GoalStatus } from "../goals/goal.ts";
import type { Contents } from "./collapse.ts";
import type { OpenEdge } from "./expand-edge.ts";
import type { EdgeTotals, GraphEdge } from "./graph.ts";

/**
 * The parts that a person has opened, folded or hidden. Open edges and stacks are listed by id; `around` is the sequence at which an edge
 * opens.
 */
export type LayoutOptions = {
  readonly openEdges?: readonly { readonly id: string; readonly around?: number }[];
  readonly openStacks?: ReadonlySet<string>;
  readonly collapsed?: ReadonlySet<string>;
  readonly hideAbandoned?: boolean;
  /** Draws only these goals; null or absent draws all. */
  readonly only?: ReadonlySet<string> | null;
};

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export type Point = { readonly x: number; readonly y: number };

/** A card. A stack has `members` (its last ones when open) and represents `contents.goals` goals. */
export type LayoutNode = Box & {
  readonly id: string;
  readonly kind: "goal" | "outcome" | "stack";
  readonly goalId: string;
  readonly status: GoalStatus;
  readonly abandoned: boolean;
  readonly lane: number;
  /** Sequence at which the node was placed; for a stack, its first member. */
  readonly placedAt: number;
  readonly contents: Contents;
  readonly collapsed: boolean;
  /** Sums of the edges folded into this card; null without such edges. */
  readonly inside: EdgeTotals | null;
  /** Last lines of an open stack, newest last. */
  readonly members: readonly string[];
  readonly hiddenMembers: number;
};

/** A wire. `edges` are drawn as one; `open` holds the turns and the box they are drawn in. `wireCorners` returns its corners. */
export type LayoutEdge = {
  readonly id: string;
  readonly kind: "work" | "end" | "depends";
  readonly source: string;
  readonly target: string;
  /** Indexes into the layout's nodes; -1 for the start. */
  readonly sourceColumn: number;
  readonly targetColumn: number;
  readonly edges: readonly GraphEdge[];
  readonly totals: EdgeTotals;
  readonly abandoned: boolean;
  readonly live: boolean;
  /** True when the run continued from the source in more than one way. */
  readonly forks: boolean;
  readonly open: { readonly turns: OpenEdge; readonly box: Box } | null;
};

export type LayoutLane = { readonly lane: number; readonly y: number; readonly height: number };

/** Nodes ascend in x, at most one per column; edges ascend in the x of their target. `planned` counts goals without a node. */
export type GraphLayout = {
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
  readonly lanes: readonly LayoutLane[];
  readonly width: number;
  readonly height: number;
  readonly planned: number;
  /** The current or last active node. */
  readonly tipId: string;
  /** Returns the index of the node with this id; -1 when it is not drawn. */
  readonly columnIndex: (nodeId: string) => number;
  /** Returns the node that represents a goal: the goal itself, the node it is folded into, or its stack. Undefined when it is not drawn. */
  readonly nodeFor: (goalId: string) => LayoutNode | undefined;
  /** Edges that skip at least one column: only they can cross a window with both ends outside. */
  readonly longEdges: readonly LayoutEdge[];
};
