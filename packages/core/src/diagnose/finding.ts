import type { Failure } from "../errors.ts";
import type {
  DoomLoopAction,
  DoomLoopDetector,
  EffectJournalLine,
  RunEventPayloads,
} from "../log/run-event.ts";

/** A place in the log with the line that tells what stands there. */
export type Place = { readonly sequence: number; readonly goalId: string; readonly text: string };

/** A call that did not run or did not end, and who or what kept it from it. */
export type StoppedCall = Place & { readonly toolName: string };

/** What ended a run, in the order of the rules: the first that holds is told. */
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
  /** Where the cause itself is told; the end's own entry when nothing tells more. */
  readonly causedAt: number;
};

/** Where it first went wrong, and the last things that happened before. */
export type FirstWrongFinding = Place & {
  readonly kind: "first_wrong";
  readonly what: "tool_error" | "bad_call" | "model_error" | "loop" | "interrupted" | "goal_failed";
  /** What to do about it, where the log says so. */
  readonly fix: string | null;
  /** Oldest first, at most three. */
  readonly before: readonly Place[];
};

/** One doom loop with everything the guard did about it, however often it was detected. */
export type LoopFinding = {
  readonly kind: "loop";
  readonly sequence: number;
  readonly detector: DoomLoopDetector;
  /** The last and hardest action. */
  readonly action: DoomLoopAction;
  readonly count: number;
  readonly evidence: string;
  /** The repeated calls or texts, in order. */
  readonly sequences: readonly number[];
  /** US dollars of the turns that went round; null when one of them has no price. */
  readonly cost: number | null;
};

export type RetriesFinding = {
  readonly kind: "retries";
  /** The first failed attempt. */
  readonly sequence: number;
  readonly count: number;
  /** Time the failed attempts and the waits between them took. */
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

/** Errors of tools, most frequent tool first. */
export type ToolErrorsFinding = {
  readonly kind: "tool_errors";
  readonly sequence: number;
  readonly count: number;
  readonly tools: readonly { readonly toolName: string; readonly places: readonly Place[] }[];
};

/** One thing the log says about why a run went as it did; `sequence` is the entry to look at. */
export type Finding =
  | EndFinding
  | FirstWrongFinding
  | LoopFinding
  | LimitFinding
  | DeniedFinding
  | InterruptedFinding
  | RetriesFinding
  | ResumedFinding
  | ToolErrorsFinding;
