import type { Goal } from "../goals/goal.ts";

/** A tool call of a turn. `running` until its result is in the log; `name` is empty until the log tells it. */
export type GraphCall = {
  readonly callId: string;
  readonly name: string;
  readonly description: string;
  /** Sequence of the result, or of the turn while there is none. */
  readonly sequence: number;
  readonly outcome: "running" | "ok" | "error" | "denied" | "cancelled" | "interrupted";
  readonly durationMs: number | null;
};

/** A turn: one assistant message and the tool calls it issued. `attempts` counts the model call's tries. */
export type GraphTurn = {
  readonly sequence: number;
  readonly goalId: string;
  readonly description: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number | null;
  readonly durationMs: number;
  /** Calls in order; results are filled in as they arrive. */
  readonly calls: GraphCall[];
  readonly attempts: number;
  /** Calls of earlier turns of the same edge, so that a part of an edge can be counted without walking it. */
  readonly callsBefore: number;
};

/** Sums over the messages of an edge. `tools` counts distinct names. Null cost means that a part of it has no price. */
export type EdgeTotals = {
  readonly messages: number;
  readonly turns: number;
  readonly calls: number;
  readonly tools: number;
  readonly errors: number;
  readonly tokens: number;
  readonly cost: number | null;
  readonly durationMs: number;
};

/** The data of each kind of marker besides its position. Tokens of a compaction are those of the whole context. */
type MarkerFields = {
  readonly error: { readonly text: string };
  readonly retry: { readonly attempt: number; readonly text: string };
  readonly loop: { readonly from: number; readonly count: number; readonly action: string };
  readonly limit: { readonly text: string };
  readonly resumed: { readonly unknown: number };
  readonly compaction: { readonly messages: number; readonly before: number; readonly after: number };
};

/** The marker of each kind. */
export type MarkerByKind = {
  readonly [Kind in keyof MarkerFields]: MarkerFields[Kind] & {
    readonly kind: Kind;
    readonly sequence: number;
  };
};

/** Something that happened at a node besides its work. */
export type GraphMarker = MarkerByKind[keyof MarkerByKind];

/** How a run ended; each end is a node of its own on the root's line. */
export type GraphOutcome = {
  readonly status: "completed" | "failed" | "cancelled" | "interrupted";
  readonly text: string;
};

/**
 * A node is a result: a goal from the moment it is first worked on, or the outcome of a run. `rank` and `lane` are given once and never
 * change, which is what keeps a growing graph still. Goals only planned so far are in the plan, not among the nodes.
 */
export type GraphNode = {
  readonly id: string;
  readonly kind: "goal" | "outcome";
  readonly goalId: string;
  /** Column in order of first work; the members of a stack share the column of the stack. */
  readonly rank: number;
  readonly lane: number;
  /** The stack it belongs to, null when it stands alone. */
  readonly stackId: string | null;
  readonly placedAt: number;
  readonly outcome: GraphOutcome | null;
  readonly markers: GraphMarker[];
  /** Counts of its markers, so that views need not walk them. */
  readonly markerCounts: MarkerCounts;
};

/** How many markers there are of each kind; a kind that is not there has none. */
export type MarkerCounts = Map<GraphMarker["kind"], number>;

/** Many sub-goals in one place: a fan-out, a long row of siblings or a chain deeper than the lanes reach. `failed` counts members that failed. */
export type GraphStack = {
  readonly id: string;
  readonly parentGoalId: string;
  readonly source: string;
  readonly rank: number;
  readonly lane: number;
  readonly members: string[];
};

/** An edge is the action that leads to a node: `work` stands for all messages of its target goal and has the target's id. */
export type GraphEdge = {
  readonly id: string;
  /** The node in focus before; START_ID for the root. After an abandoned branch, the node that branch had forked from. */
  readonly source: string;
  readonly target: string;
  /** `end` leads to an outcome, `depends` from a goal named in `dependsOn`; both stand for no messages. */
  readonly kind: "work" | "end" | "depends";
  firstSequence: number | null;
  lastSequence: number | null;
  readonly totals: { -readonly [K in keyof EdgeTotals]: EdgeTotals[K] };
  readonly turns: GraphTurn[];
  readonly toolNames: Set<string>;
};

/** The graph of one log. Only `applyEntry` changes it, in place; `version` grows with each change, for views to compare. */
export type Graph = {
  readonly rootId: string;
  focusId: string;
  readonly goals: Map<string, Goal>;
  readonly children: Map<string, string[]>;
  readonly nodes: Map<string, GraphNode>;
  /** Nodes in order of placing, so in order of rank. */
  readonly order: GraphNode[];
  readonly stacks: Map<string, GraphStack>;
  readonly edges: Map<string, GraphEdge>;
  readonly calls: Map<string, { readonly turn: GraphTurn; readonly index: number }>;
  /** Per goal: depth, how many of its sub-goals are placed and in which stack further ones go. */
  readonly branching: Map<string, Branching>;
  /** Per node: how many work edges lead out of it. */
  readonly fanOut: Map<string, number>;
  /** Goals named before they were created. */
  readonly placeholders: Set<string>;
  /** The goal worked on last: the source of the next edge. */
  activeId: string;
  /** The model call under way, null when none is. */
  live: { readonly goalId: string; readonly callId: string } | null;
  /** Failed attempts of the model call under way. */
  failedAttempts: number;
  nextRank: number;
  /** Goals that have a node. */
  placedGoals: number;
  lastSequence: number;
  version: number;
  /** Elementary steps done so far; a test asserts that they grow in line with the log. */
  work: number;
};

export type Branching = { readonly depth: number; placed: number; stackId: string | null };

/** What one entry changed: ids of nodes and edges to draw again. `structure` tells that the plan or the set of nodes changed. */
export type GraphChange = {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
  readonly structure: boolean;
};

/** Source of the edge to the root: the point at which the run begins. */
export const START_ID = "start";
