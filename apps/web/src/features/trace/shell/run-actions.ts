import type { Direction, MarkKind } from "../state/selection-moves.ts";
import type { MainView } from "../state/url-state.ts";

/** The actions of the run that its commands call. */
export type RunActions = {
  readonly stepEntry: (direction: Direction) => void;
  readonly stepSibling: (direction: Direction) => void;
  readonly inspect: () => void;
  readonly toggleSteps: () => void;
  /** Moves to the header above (-1) or the first result below (1) in the graph; elsewhere closes or opens a level of goals. */
  readonly stepLevel: (direction: Direction) => void;
  /** Moves to the first (-1) or last (1) line of the graph, or entry elsewhere. */
  readonly goToEnd: (direction: Direction) => void;
  readonly hasGraph: () => boolean;
  /** Makes the graph show more (1) or less (-1) of each goal. */
  readonly stepDistance: (direction: Direction) => void;
  readonly canFit: () => boolean;
  readonly fit: () => void;
  /** Scrolls or pans to the selection. */
  readonly reveal: () => void;
  readonly jumpTo: (mark: MarkKind, direction: Direction) => void;
  /** Selects the most expensive call, and from there the next most expensive one. */
  readonly jumpToExpensive: () => void;
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
