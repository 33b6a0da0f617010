import type { GoalStatus } from "../goals/goal.ts";
import type { Contents } from "./collapse.ts";
import type { OpenEdge } from "./expand-edge.ts";
import type { EdgeTotals, GraphEdge } from "./graph.ts";

/** What a person has opened, folded or hidden. Open edges and stacks are named by id; `around` is the sequence an edge opens at. */
export type LayoutOptions = {
  readonly openEdges?: readonly { readonly id: string; readonly around?: number }[];
  readonly openStacks?: ReadonlySet<string>;
  readonly collapsed?: ReadonlySet<string>;
  readonly hideAbandoned?: boolean;
  /** Draws these goals alone; null or absent draws all. */
  readonly only?: ReadonlySet<string> | null;
};

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export type Point = { readonly x: number; readonly y: number };

/** A card. A stack has `members` (the last of them when open) and stands for `contents.goals` goals. */
export type LayoutNode = Box & {
  readonly id: string;
  readonly kind: "goal" | "outcome" | "stack";
  readonly goalId: string;
  readonly status: GoalStatus;
  readonly abandoned: boolean;
  readonly lane: number;
  /** Sequence at which it was placed; of a stack, at which its first member was. */
  readonly placedAt: number;
  readonly contents: Contents;
  readonly collapsed: boolean;
  /** Sums of the edges folded into this card; null when none are. */
  readonly inside: EdgeTotals | null;
  /** Lines of an open stack, from its end, newest last. */
  readonly members: readonly string[];
  readonly hiddenMembers: number;
};

/** A wire. `edges` are drawn as one; `open` holds the turns and the box they are drawn in. Its corners come from `wireOf`. */
export type LayoutEdge = {
  readonly id: string;
  readonly kind: "work" | "end" | "depends";
  readonly source: string;
  readonly target: string;
  /** Indices into the layout's nodes; -1 for the start. */
  readonly sourceColumn: number;
  readonly targetColumn: number;
  readonly edges: readonly GraphEdge[];
  readonly totals: EdgeTotals;
  readonly abandoned: boolean;
  readonly live: boolean;
  /** The run went on from the source in more than one way. */
  readonly forks: boolean;
  readonly open: { readonly turns: OpenEdge; readonly box: Box } | null;
};

export type LayoutLane = { readonly lane: number; readonly y: number; readonly height: number };

/** Nodes ascending in x, at most one per column; edges ascending in the x of their target. `planned` goals have no node yet. */
export type GraphLayout = {
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
  readonly lanes: readonly LayoutLane[];
  readonly width: number;
  readonly height: number;
  readonly planned: number;
  /** The node that is worked on, or was last. */
  readonly tipId: string;
  /** Index of the node with this id; -1 when it is not drawn. */
  readonly columnOf: (nodeId: string) => number;
  /** The node drawn in place of a goal: itself, what it is folded into, or its stack. Undefined when it is not drawn. */
  readonly nodeFor: (goalId: string) => LayoutNode | undefined;
  /** Edges that pass at least one column by: the only ones that can cross a window with both ends outside. */
  readonly longEdges: readonly LayoutEdge[];
};
