import type { Direction, MarkKind } from "./selection-moves.ts";
import type { MainView } from "./url-state.ts";

/** The actions of the run that its commands call. */
export type RunActions = {
  readonly stepEntry: (direction: Direction) => void;
  readonly stepSibling: (direction: Direction) => void;
  readonly inspect: () => void;
  readonly toggleSteps: () => void;
  /** Steps the level of detail in the graph, or the level of goals elsewhere. */
  readonly stepLevel: (direction: Direction) => void;
  readonly canFit: () => boolean;
  readonly fit: () => void;
  /** Scrolls or pans to the selection. */
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
