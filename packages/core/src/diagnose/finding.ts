import type { Failure } from "../errors.ts";
import type {
  DoomLoopAction,
  DoomLoopDetector,
  EffectJournalLine,
  RunEventPayloads,
} from "../log/run-event.ts";

/** A log entry with its one-line description. */
export type EntryLine = { readonly sequence: number; readonly goalId: string; readonly text: string };

/** A call that did not run or did not finish; `text` explains why. */
export type StoppedCall = EntryLine & { readonly toolName: string };

/** The cause of a run's end, in the order of the rules: the first match is reported. */
export type EndCause =
  | { readonly kind: "cancelled"; readonly personId: string | null; readonly reason: string | null }
  | { readonly kind: "loop" }
  | { readonly kind: "limit"; readonly limit: RunEventPayloads["limit.reached"]["limit"] }
  | { readonly kind: "crashes" }
  | { readonly kind: "model"; readonly attempts: number }
  | { readonly kind: "other" };

export type EndFinding = {
  readonly kind: "end";
  readonly sequence: number;
  readonly status: "completed" | "failed" | "cancelled" | "interrupted";
  readonly failure: Failure | null;
  readonly cause: EndCause;
  /** The entry that shows the cause; the final entry when there is no other. */
  readonly causedAt: number;
};

/** The first problem, with the entries before it. */
export type FirstWrongFinding = EntryLine & {
  readonly kind: "first_wrong";
  readonly what: "tool_error" | "bad_call" | "model_error" | "loop" | "interrupted" | "goal_failed";
  /** True when the run continued after it and ended for another reason. */
  readonly recovered: boolean;
  /** True when, for a failed call of a tool, also a later call about the same target succeeded; as `recovered` for other problems. */
  readonly repaired: boolean;
  /** A suggested fix, if the log has one. */
  readonly fix: string | null;
  /** Oldest first, at most three. */
  readonly before: readonly EntryLine[];
};

/** The results of equal calls, counted. A denied call did not run. */
export type EqualCalls = { readonly succeeded: number; readonly failed: number; readonly denied: number };

/** One doom loop with all actions of the guard, however often it was detected. */
export type LoopFinding = {
  readonly kind: "loop";
  readonly sequence: number;
  readonly detector: DoomLoopDetector;
  /** The last and strictest action. */
  readonly action: DoomLoopAction;
  readonly count: number;
  readonly evidence: string;
  /** The repeated calls or texts, in order. */
  readonly sequences: readonly number[];
  /** How the equal calls ended, those after the first detection included; null for loops of other kinds. */
  readonly calls: EqualCalls | null;
  /** Cost of the repeated turns in US dollars; null when one of them has no price. */
  readonly cost: number | null;
};

export type RetriesFinding = {
  readonly kind: "retries";
  /** The first failed attempt. */
  readonly sequence: number;
  readonly count: number;
  /** Time spent on failed attempts and the waits between them. */
  readonly lostMs: number;
  readonly reasons: readonly { readonly failure: Failure; readonly sequences: readonly number[] }[];
};

export type LimitFinding = {
  readonly kind: "limit";
  readonly sequence: number;
  readonly limit: RunEventPayloads["limit.reached"]["limit"];
  readonly used: number;
  readonly allowed: number;
};

export type DeniedFinding = {
  readonly kind: "denied";
  readonly sequence: number;
  readonly calls: readonly StoppedCall[];
};

export type InterruptedFinding = {
  readonly kind: "interrupted_calls";
  readonly sequence: number;
  readonly calls: readonly StoppedCall[];
};

export type ResumedFinding = {
  readonly kind: "resumed";
  readonly sequence: number;
  readonly reason: string;
  readonly journal: readonly EffectJournalLine[];
};

/** An error of a tool. `repaired` means that a later call of the same tool about the same target succeeded. */
export type ToolError = EntryLine & { readonly repaired: boolean };

/** Errors of tools, most frequent tool first. */
export type ToolErrorsFinding = {
  readonly kind: "tool_errors";
  readonly sequence: number;
  readonly count: number;
  readonly tools: readonly { readonly toolName: string; readonly places: readonly ToolError[] }[];
};

/** Goals that had failed when the run ended, each with its result, in the order in which they failed. Equal results appear once. */
export type FailedGoalsFinding = {
  readonly kind: "failed_goals";
  /** The entry in which the first of them failed. */
  readonly sequence: number;
  readonly goals: readonly EntryLine[];
};

/** A fact that the run no longer had. Everything about it is in the log; whether it would have helped is not. */
export type MissingFact = {
  readonly kind: "requirement" | "decision" | "number";
  readonly text: string;
  /** The entry that stated it. */
  readonly source: number;
  /** The failed call or failed goal that repeats it. */
  readonly evidence: EntryLine;
  /** The first entry after the failure in which it is in the context again; null if it never was. */
  readonly againAt: number | null;
};

/** Facts that one compaction dropped and that were absent from the context when a call failed that repeats them. Most important first. */
export type MissingFinding = {
  readonly kind: "missing";
  /** The compaction. */
  readonly sequence: number;
  readonly beforeTokens: number;
  readonly afterTokens: number;
  /** The first call that failed without them. */
  readonly failedAt: number;
  readonly facts: readonly MissingFact[];
};

/** One explanation of a run's course; `sequence` is the entry to inspect. */
export type Finding =
  | MissingFinding
  | EndFinding
  | FailedGoalsFinding
  | FirstWrongFinding
  | LoopFinding
  | LimitFinding
  | DeniedFinding
  | InterruptedFinding
  | RetriesFinding
  | ResumedFinding
  | ToolErrorsFinding;
