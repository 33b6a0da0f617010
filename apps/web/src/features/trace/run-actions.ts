import type { Direction, MarkKind } from "./selection-moves.ts";
import type { MainView } from "./url-state.ts";

/** The run as its commands see it. */
export type RunActions = {
  readonly stepEntry: (direction: Direction) => void;
  readonly stepSibling: (direction: Direction) => void;
  readonly inspect: () => void;
  readonly toggleSteps: () => void;
  /** A level of detail nearer or further in the graph, elsewhere a level of goals. */
  readonly stepLevel: (direction: Direction) => void;
  readonly canFit: () => boolean;
  readonly fit: () => void;
  /** Brings what is selected back into sight. */
  readonly reveal: () => void;
  readonly jumpTo: (mark: MarkKind, direction: Direction) => void;
  readonly focusSearch: () => void;
  readonly hasHits: boolean;
  readonly goToHit: (direction: Direction) => void;
  readonly toggleFailing: () => void;
  readonly showWhy: () => void;
  readonly show: (view: MainView) => void;
  readonly togglePlay: () => void;
  readonly toggleFollow: () => void;
  readonly copyLink: () => void;
};
