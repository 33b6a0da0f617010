/**
 * One bar of a folded band: a goal without sub-goals, a branch with all its goals, or a sub-agent on its own. `place` is the id that the box of a
 * branch or sub-agent has while the band is open; null for goals. Bars of one `part` stand together.
 */
export type Bar = { readonly goals: readonly string[]; readonly place: string | null; readonly part: Part };

/**
 * A stretch of a band: its header and everything below it. A band that is worked on again after others has a second part, with
 * `continuedFrom` naming the first.
 */
export type Part = {
  readonly id: string;
  readonly goalId: string;
  readonly parent: Part | null;
  /** 0 for the root. */
  readonly depth: number;
  readonly sequence: number;
  /** Sequence of the first part; null for the first itself. */
  readonly continuedFrom: number | null;
  /** Sub-goals that have a place in it. */
  count: number;
  stack: Cell | null;
  /** The line that takes the next result; null when the next one begins a line. */
  line: CellRow | null;
  /** The folded part that represents this one, possibly itself; null while it is drawn. */
  folded: Part | null;
  /** The results below a folded part, in order. */
  readonly bars: Bar[];
};

/** A slot that is taken. `own` is the work of a run without sub-goals. */
export type Cell = {
  readonly id: string;
  readonly kind: "card" | "own" | "stack" | "branch" | "lane";
  /** The goal of a card; the goal above a stack, branch or lane. */
  readonly goalId: string;
  readonly sequence: number;
  readonly part: Part;
  /** The goals it represents, in order. */
  readonly goals: string[];
  readonly fork: ForkPlace | null;
  /** The branches that a stack has room for from the beginning; null for a stack that grows. */
  readonly reserved: number | null;
};

export type Fork = {
  readonly id: string;
  readonly mode: "explore" | "parallel";
  readonly branches: number;
};
export type ForkPlace = Fork & { readonly index: number };

/** A line of results or of sub-agents. `returned` is true when the wire comes back from the line above. */
export type CellRow = {
  readonly kind: "cards" | "lanes";
  readonly part: Part;
  readonly cells: Cell[];
  readonly sequence: number;
  readonly returned: boolean;
};

/** Branches side by side. More branches than slots take several rows; the last one merges. */
export type ForkRow = {
  readonly kind: "fork";
  readonly part: Part;
  readonly cells: readonly Cell[];
  readonly sequence: number;
  readonly fork: Fork;
  readonly isFirst: boolean;
  readonly isLast: boolean;
};

/** One row of the storyboard before it has a height. */
export type StoryRow =
  | CellRow
  | ForkRow
  | { readonly kind: "header"; readonly part: Part; readonly sequence: number }
  | { readonly kind: "outcome"; readonly part: Part; readonly id: string; readonly sequence: number };
