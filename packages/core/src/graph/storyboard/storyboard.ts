import type { Columns, Distance, Metrics } from "./distance.ts";
import type { Bar, Fork, Part } from "./story-rows.ts";

/** A box of the storyboard; x and y are its top left corner. Boxes never overlap. */
export type StoryBox = {
  readonly id: string;
  readonly kind:
    | "header"
    | "card"
    | "own"
    | "stack"
    | "branch"
    | "lane"
    | "panel"
    | "verdict"
    | "planned"
    | "outcome";
  /** The goal it represents; for a stack, branch or lane the goal above. */
  readonly goalId: string;
  readonly sequence: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Index in its line. */
  readonly slot: number;
  /** The goals that it represents in order; empty for panels, headers and outcomes. */
  readonly goals: readonly string[];
  readonly part: Part;
};

/** A row of bars of a folded band, with its bars from left to right. */
export type BarRow = { readonly y: number; readonly bars: readonly PlacedBar[] };
export type PlacedBar = Bar & { readonly x: number };

/** A horizontal stretch of the storyboard. Lines ascend in y and never overlap. */
export type StoryLine = {
  readonly kind:
    | "header"
    | "cards"
    | "fork"
    | "lanes"
    | "members"
    | "panel"
    | "verdict"
    | "planned"
    | "outcome";
  readonly y: number;
  readonly height: number;
  readonly sequence: number;
  readonly part: Part;
  readonly boxes: readonly StoryBox[];
  /** The slots of the line; null where boxes fill the width. */
  readonly columns: Columns | null;
  /** The y of its wires; null without wires. */
  readonly wireY: number | null;
  /** How the wire enters: from the rail of its band, or back from the line above. */
  readonly entry: "rail" | "return" | "none";
  readonly barRows: readonly BarRow[];
  /** The bar above branches and, in the last row of a fork, the bar below them. */
  readonly fork: (Fork & { readonly barY: number; readonly mergeY: number | null }) | null;
  /** Where the caret of a panel points; null for other lines. */
  readonly caretX: number | null;
};

/** The rail of a part: from its header down to the last line or band that hangs on it. */
export type Rail = { readonly part: Part; readonly x: number; readonly top: number; readonly bottom: number };

/** The whole storyboard at one width and distance. */
export type Storyboard = {
  readonly width: number;
  readonly height: number;
  readonly distance: Distance;
  readonly metrics: Metrics;
  readonly lines: readonly StoryLine[];
  readonly rails: readonly Rail[];
  /** The last box, the only one that may become a header; null when the run ended or work went elsewhere. */
  readonly tipId: string | null;
  /** By goal, the id of the box or folded header that represents its own work. */
  readonly owners: ReadonlyMap<string, string>;
  readonly boxes: ReadonlyMap<string, StoryBox>;
  readonly lineOf: ReadonlyMap<string, number>;
  /** Elementary steps of the layout; a test asserts that they grow linearly. */
  readonly steps: number;
};

/** A panel to open below the line of a goal, with its height in pixels. */
export type PanelRequest = { readonly goalId: string; readonly height: number };

/** The parts that a person has opened and folded. `folded` and `unfolded` change the folding of the distance. */
export type StoryboardOptions = {
  readonly width: number;
  readonly distance: Distance;
  readonly folded?: ReadonlySet<string>;
  readonly unfolded?: ReadonlySet<string>;
  readonly panels?: readonly PanelRequest[];
  /** Where a run first went wrong: a box above the line of that goal, which its caret points at. */
  readonly verdict?: PanelRequest | null;
  /** Ids of the boxes of open stacks. */
  readonly openStacks?: ReadonlySet<string>;
};
