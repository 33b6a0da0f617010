/** A placed row. `planned` is a goal without work; `load` a folded goal drawn as the number of calls at once. */
export type WaterfallRow = { readonly y: number; readonly height: number; readonly depth: number } & (
  | {
      readonly kind: "goal";
      readonly goalId: string;
      /** Work came back to it after work elsewhere. */
      readonly again: boolean;
      readonly folded: boolean;
      readonly load: boolean;
    }
  | {
      readonly kind: "call";
      readonly index: number;
      /** Its place among neighbors that ran at the same time; null for one without such a neighbor. */
      readonly group: "first" | "middle" | "last" | null;
    }
  | { readonly kind: "planned"; readonly goalId: string }
  /** A sub-agent, by its index among the lanes of its run: `of` is a sub-agent, or null for the run itself. */
  | { readonly kind: "lane"; readonly of: string | null; readonly index: number; readonly open: boolean }
  /** A call of the unfolded sub-agent `of`, by its index in the timing of that. */
  | { readonly kind: "inner"; readonly of: string; readonly index: number }
  /** An unfolded sub-agent without calls, or whose log is not known. */
  | { readonly kind: "note"; readonly of: string }
);

/** Heights of the kinds of rows, in pixels. */
export type RowHeights = { readonly goal: number; readonly call: number; readonly load: number };
