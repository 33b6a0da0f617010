import type { Goal } from "../goals/goal.ts";
import type { Journal } from "./journal.ts";

/** A tool call of a turn. `running` until its result is in the log; `name` is empty until the log contains it. */
export type GraphCall = {
  readonly callId: string;
  readonly name: string;
  readonly description: string;
  /** Sequence of the result, or of the turn before there is one. */
  readonly sequence: number;
  readonly outcome: "running" | "ok" | "error" | "denied" | "cancelled" | "interrupted";
  /** When it last began to run, in milliseconds since the epoch; null before, and in logs that lack it. */
  readonly startedAt: number | null;
  /**
   * When it first began to run, or first after it last waited for a person: a call that waits for sub-agents starts again when they have ended, and one
   * that asks a person when there is an answer. Null before.
   */
  readonly runFrom: number | null;
  /** When it ended; null while it runs, and for a call without a result. */
  readonly endedAt: number | null;
  readonly durationMs: number | null;
};

/**
 * A turn: one assistant message and the tool calls it issued. `attempts` counts the tries of its model call. Calls that a plan made for goals of
 * their own are turns there, which share the sequence of their message and count no turn, tokens or cost.
 */
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
  /** Calls of earlier turns of the same edge, so that part of an edge can be counted without a scan. */
  callsBefore: number;
};

/**
 * Sums over the messages and helper calls of an edge. `tools` counts distinct names. A null cost means that part of it has no price. `tokens` include
 * those of messages and results, which are tokens of later calls too, and `durationMs` adds up calls that ran at the same time: views show
 * `worked` of the edge instead.
 */
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

/** The data of each kind of marker besides its position. Tokens of a compaction cover the whole context. */
type MarkerFields = {
  readonly error: { readonly text: string };
  readonly retry: { readonly attempt: number; readonly text: string };
  /** One loop, however often it was detected: from its first call to the latest detection. */
  readonly loop: {
    readonly detector: string;
    readonly from: number;
    readonly count: number;
    readonly action: string;
  };
  readonly limit: { readonly text: string };
  readonly resumed: { readonly unknown: number };
  readonly lesson: { readonly text: string };
  readonly revision: { readonly text: string };
  /** A goal that was closed as done without confirmation. */
  readonly unverified: { readonly text: string };
  /** A goal that was closed as done and whose evidence was confirmed. */
  readonly verified: { readonly text: string };
  readonly compaction: { readonly messages: number; readonly before: number; readonly after: number };
};

/** The marker of each kind. */
export type MarkerByKind = {
  readonly [Kind in keyof MarkerFields]: MarkerFields[Kind] & {
    readonly kind: Kind;
    readonly sequence: number;
  };
};

/** An incident at a node besides its work. */
export type GraphMarker = MarkerByKind[keyof MarkerByKind];

/**
 * Knowledge that came into a goal from outside the run, or went out of it: `count` memories or rules, a skill, or a profile file. `name` is that of
 * a single one.
 */
export type GraphPort = {
  readonly direction: "in" | "out";
  readonly kind: "memory" | "rules" | "skill" | "profile";
  readonly sequence: number;
  readonly count: number;
  readonly name: string;
};

/** The outcome of a run; each end is a node of its own on the root's line. */
export type GraphOutcome = {
  readonly status: "completed" | "failed" | "cancelled" | "interrupted";
  readonly text: string;
};

/** A node is a result: a goal from the moment it is first worked on, or the outcome of a run. Goals that are only planned are not nodes. */
export type GraphNode = {
  readonly id: string;
  readonly kind: "goal" | "outcome";
  readonly goalId: string;
  /** Its index in the order of first work, assigned once, which keeps a growing graph still. */
  readonly rank: number;
  readonly placedAt: number;
  readonly outcome: GraphOutcome | null;
  readonly markers: GraphMarker[];
  /** Marker counts, so that views need not scan the markers. */
  readonly markerCounts: MarkerCounts;
};

/** Number of markers by kind; a missing kind means none. */
export type MarkerCounts = Map<GraphMarker["kind"], number>;

/** An edge is the action that leads to a node: `work` represents all messages of its target goal and has the target's id. */
export type GraphEdge = {
  readonly id: string;
  /** The node in focus before; START_ID for the root. After an abandoned branch, the node that branch forked from. */
  readonly source: string;
  readonly target: string;
  /** `end` leads to an outcome, `depends` from a goal in `dependsOn`; neither has messages. */
  readonly kind: "work" | "end" | "depends";
  firstSequence: number | null;
  lastSequence: number | null;
  /**
   * The tokens of its model calls, the time in which at least one of its calls ran or waited to repeat a refused attempt, and the latest end of
   * one since the epoch, in milliseconds.
   */
  readonly worked: { tokens: number; ms: number; until: number };
  readonly totals: { -readonly [K in keyof EdgeTotals]: EdgeTotals[K] };
  readonly turns: GraphTurn[];
  readonly toolNames: Set<string>;
};

/** A sub-agent of a run, as the run's own log describes it. Its work is in a log of its own. */
export type GraphAgent = {
  /** The id of its trace. */
  readonly traceId: string;
  readonly agent: string;
  readonly task: string;
  /** The goal of the run in which it was started, and the entry that records the start. */
  readonly goalId: string;
  readonly sequence: number;
  /** The call that started it; null when no call did. */
  readonly callId: string | null;
  /** Its place among branches that begin together; null for one on its own. */
  readonly branch: { readonly index: number; readonly size: number; readonly merge: string } | null;
  /** The merge of its worktree, as its entry counts it; null for none. */
  readonly merged: {
    readonly state: "merged" | "unfinished" | "lost";
    readonly sequence: number;
    readonly files: number;
    readonly left: number;
  } | null;
  /**
   * Null while it works. `steps`, `tokens` and `durationMs` are its own, `cost` is in US dollars. `goalId` is the goal of the run in which its
   * report was read.
   */
  readonly end: {
    readonly status: "completed" | "failed" | "cancelled" | "interrupted";
    readonly sequence: number;
    readonly goalId: string;
    readonly text: string;
    readonly steps: number;
    readonly tokens: number;
    readonly durationMs: number;
    readonly cost: number | null;
    readonly unverified: number;
  } | null;
};

/** The graph of one log. Only `applyEntry` changes it, in place; `version` grows with each change, for views to compare. */
export type Graph = {
  readonly rootId: string;
  readonly journal: Journal;
  focusId: string;
  readonly goals: Map<string, Goal>;
  readonly children: Map<string, string[]>;
  readonly nodes: Map<string, GraphNode>;
  /** Nodes in the order of their ranks. */
  readonly order: GraphNode[];
  readonly edges: Map<string, GraphEdge>;
  readonly calls: Map<string, CallPlace>;
  /** Ports by goal, in the order of the log. */
  readonly ports: Map<string, GraphPort[]>;
  /** The sub-agents by the ids of their traces, in the order of their starts. */
  readonly agents: Map<string, GraphAgent>;
  /**
   * Per goal that was worked on, or below which work began: its parent at that time. A goal whose parent becomes known later keeps its
   * place. The root is its own parent.
   */
  readonly placedUnder: Map<string, string>;
  /** Goals referenced before their creation. */
  readonly placeholders: Set<string>;
  /** The last active goal: the source of the next edge. */
  activeId: string;
  /** The model call in progress; null when there is none. */
  live: { readonly goalId: string; readonly callId: string } | null;
  /** Failed attempts of the model call in progress. */
  failedAttempts: number;
  /** When the first of them began, in milliseconds since the epoch; without meaning when there is none. */
  attemptedAt: number;
  /** Tokens, cost and duration of a helper call whose answer is the next message; null for none. */
  solved: { readonly i: number; readonly o: number; readonly c: number | null; readonly m: number } | null;
  /** Goals that have a node. */
  placedGoals: number;
  lastSequence: number;
  version: number;
  /** Grows with each change to the plan, of what has a place, or of marks: what is computed from these alone stays valid in between. */
  structure: number;
  /** Elementary steps so far; a test asserts that they grow linearly with the log. */
  work: number;
};

/** The place of a call: its turn and its index there. */
export type CallPlace = { readonly turn: GraphTurn; readonly index: number };

/** The effect of one entry: ids of nodes and edges to redraw. `structure` is true when the plan or the set of nodes changed. */
export type GraphChange = {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
  readonly structure: boolean;
};

export const UNCHANGED: GraphChange = { nodes: [], edges: [], structure: false };

/** Source of the edge to the root: the start of the run. */
export const START_ID = "start";
