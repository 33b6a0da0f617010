import type { Trace } from "@goaltrace/core/log";
import type { ShownWindow, SequenceWindow } from "./shown-window.ts";
import type { ShownLog } from "./shown-log.ts";
import type { ViewState } from "./url-state.ts";
import type { ChangeView } from "./use-view-state.ts";

/** The identity of a run. It never changes while its page is open. */
export type RunReference = { readonly workspace: string; readonly traceId: string };

/** The log of the run, as far as the displayed moment. */
export type LogState = {
  /** Whether the log has loaded. The record of the run is known earlier. */
  readonly loaded: boolean;
  /** Whether the page has painted the log. Facts that need a pass over the whole log follow then. */
  readonly isPainted: boolean;
  /** The run at the displayed moment. */
  readonly trace: Trace;
  /** Its totals at that moment; null while they load. */
  readonly totals: Trace["totals"] | null;
  /** The log up to the displayed moment. */
  readonly model: ShownLog;
  /** The run as it is now, for actions on it. */
  readonly presentTrace: Trace;
  /** The whole log, entries after the displayed moment included. */
  readonly fullModel: ShownLog;
  /** False while an earlier moment is displayed. */
  readonly isNow: boolean;
  /** The goals that pass the filter (`filter=failing`); null when all goals pass. */
  readonly onlyGoals: ReadonlySet<string> | null;
};

/** The actions that change the view. */
export type DebuggerActions = {
  readonly changeView: ChangeView;
  /** Selects a goal. */
  readonly selectGoal: (goalId: string) => void;
  /** Selects an entry and its goal. An entry after the displayed moment moves the moment there. */
  readonly selectSequence: (sequence: number) => void;
  /** Displays the run as of a sequence; null displays its current state. */
  readonly showMoment: (sequence: number | null) => void;
  /** Reports the visible range of a view to the scrubber. */
  readonly reportWindow: (shown: SequenceWindow | null) => void;
};

/** The state of the debugger, which all panels share. */
export type Debugger = {
  readonly run: RunReference;
  /** The part that the URL holds: selection, moment, view and folding. */
  readonly view: ViewState;
  readonly log: LogState;
  readonly actions: DebuggerActions;
  /** The visible range of the main panel, which changes with every scrolled pixel. */
  readonly shownWindow: ShownWindow;
};
