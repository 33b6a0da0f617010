import type { CompactionReason, RunEventPayloads } from "../log/run-event.ts";
import type { CompactionThresholds } from "../log/trace.ts";
import type { PreservedState } from "./attachments.ts";
import { canRequestSummary } from "../context/breaker.ts";
import { type ClearPlan, planClear, planEmergencyClear, planStaleClear, requestTokens } from "./clear.ts";
import { judgeSummary, type SummaryProblem } from "./judge-summary.ts";
import { isThrashing, largestPart, type RequestPart } from "./largest-part.ts";
import { failedEvent } from "./prepare.ts";
import {
  isRecentlySummarized,
  needsSummary,
  summarize,
  type SummarizeInput,
  type BuiltSummary,
} from "./summarize.ts";
import type { View } from "../context/view.ts";
import { SUMMARY_PATIENCE_MS } from "../tunables.ts";
import { windowBudget, type WindowBudget } from "./window-budget.ts";

/** A model's answer to a summary request. */
export type SummaryAnswer =
  | { readonly ok: true; readonly text: string; readonly callId: string | null; readonly cost: number | null }
  | {
      readonly ok: false;
      readonly problem: "failed" | "endless";
      readonly message: string;
      readonly callId: string | null;
    };

/** An event of a compaction. Staging it applies it to the view. */
export type CompactionEvent = {
  [T in CompactionEventType]: { readonly type: T; readonly data: RunEventPayloads[T] };
}[CompactionEventType];
type CompactionEventType =
  | "context.cleared"
  | `compaction.${"started" | "finished" | "failed" | "discarded"}`;

/** The state of the background summary: not requested, usable, or unusable. */
export type BackgroundSummaryResult = "none" | "ready" | "failed";

/** The side effects of a compaction. `keepInWindow` decides; these act. */
export type CompactionEffects = {
  stage(event: CompactionEvent): void;
  /** Stores a text with the next commit and returns its hash. */
  stageBlob(text: string): string;
  sha256(text: string): string;
  newId(): string;
  /**
   * Puts the background summary into the view, or its failure into the log. One that is still being written is awaited for `waitMs` and then
   * given up, which counts as a failure; null leaves it running.
   */
  collectBackgroundSummary(options: { readonly waitMs: number | null }): Promise<BackgroundSummaryResult>;
  /** Text of the view's background summary; undefined if the blob is gone. */
  preparedSummaryText(): string | undefined;
  /** Stops a running background summary because another compaction superseded it. */
  stopBackgroundSummary(): Promise<void>;
  /** Requests a summary from a model; null if the request itself would not fit. Model failures are returned, not thrown. */
  requestSummary(request: {
    readonly focus: string | null;
    readonly maxTokens: number;
  }): Promise<SummaryAnswer | null>;
};

export type KeepInWindowInput = {
  readonly view: View;
  /** The model's context window in tokens. */
  readonly window: number;
  readonly overrides?: CompactionThresholds | undefined;
  readonly fixedTokens: number;
  /** The parts of the request besides its history. */
  readonly fixedParts: readonly RequestPart[];
  readonly state: PreservedState;
  /** Text of the current summary; empty if there is none. */
  readonly previousSummary: string;
  readonly reason: CompactionReason;
  readonly focus: string | null;
};

/**
 * Keeps the view of a log inside a window. Clears old results first, then summarizes by model or by code; each layer is a no-op below its
 * threshold. After `too_long` the window is assumed to be smaller than the refused request, and no model is called. Returns true if the view
 * changed. A view that cannot fit is left unchanged; assembling the request then reports what fills the window.
 */
export async function keepInWindow(input: KeepInWindowInput, effects: CompactionEffects): Promise<boolean> {
  const { view, fixedTokens, reason } = input;
  const epoch = view.epoch;
  const before = requestTokens(view, fixedTokens);
  // The provider's token counts differ from ours by `scale`.
  const scaled = Math.floor(input.window / view.scale);
  const window = reason === "too_long" ? Math.min(scaled, before) : scaled;
  const budget = windowBudget(window, input.overrides);
  clearIfWorth(input, budget, effects);
  if (reason === "threshold" && !needsSummary(view, budget, fixedTokens)) return view.epoch !== epoch;
  await fold(input, budget, effects);
  return view.epoch !== epoch;
}

function clearIfWorth(input: KeepInWindowInput, budget: WindowBudget, effects: CompactionEffects): void {
  const { view, fixedTokens, reason } = input;
  if (reason === "asked") return;
  const plan = planClear(view, budget, fixedTokens);
  if (plan !== null) return stageClear(input, plan, effects);
  // Soon after a summary, the next one has to wait, so only clearing can free tokens: stale results, or recent ones in an emergency.
  const isFull = requestTokens(view, fixedTokens) > budget.hardLimit && isRecentlySummarized(view);
  if (!isFull && reason !== "too_long") return;
  const fallback = view.staleTokens >= budget.clearFrees ? planStaleClear(view) : planEmergencyClear(view);
  if (fallback !== null && fallback.frees >= budget.clearFrees) stageClear(input, fallback, effects);
}

function stageClear(input: KeepInWindowInput, plan: ClearPlan, effects: CompactionEffects): void {
  const beforeTokens = requestTokens(input.view, input.fixedTokens);
  effects.stage({
    type: "context.cleared",
    data: {
      sequences: plan.sequences,
      reason: input.reason,
      beforeTokens,
      afterTokens: beforeTokens - plan.frees,
    },
  });
}

async function fold(
  input: KeepInWindowInput,
  budget: WindowBudget,
  effects: CompactionEffects,
): Promise<void> {
  const { view, reason, focus } = input;
  const byCode = buildSummary(input, budget, { model: null, effects });
  if (byCode === null) return;
  const compactionId = effects.newId();
  // A background summary was written without the requested focus. After a refusal, take it only if it is ready.
  const waitMs = reason === "too_long" ? null : view.breaker.isSlow ? 0 : SUMMARY_PATIENCE_MS;
  const collected = focus === null ? await effects.collectBackgroundSummary({ waitMs }) : "none";
  const prepared = focus === null ? buildFromPrepared(input, budget, { byCode, effects }) : null;
  if (prepared === null) discardPrepared(view, focus === null ? "outgrown" : "superseded", effects);
  await effects.stopBackgroundSummary();
  const { beforeTokens } = byCode;
  effects.stage({
    type: "compaction.started",
    data: { compactionId, reason, focus, beforeTokens, window: input.window },
  });
  if (prepared !== null) return stageSummary(input, { ...prepared, compactionId }, effects);
  // After a slow summary, the run waits for another one only if someone asks for it.
  const mayWait = reason === "asked" || (reason === "threshold" && !view.breaker.isSlow);
  const canRequest = mayWait && collected !== "failed" && canRequestSummary(view.breaker, view.logTokens);
  const answer = canRequest ? await effects.requestSummary({ focus, maxTokens: budget.compacted }) : null;
  const problem = answer === null ? null : findProblem(answer, view);
  if (answer !== null && problem !== null)
    effects.stage(failedEvent(view, { compactionId, callId: answer.callId, ...problem }));
  const usable = answer?.ok === true && problem === null ? answer : null;
  const byModel =
    usable === null
      ? null
      : buildSummary(input, budget, { model: { text: usable.text, readUpTo: Infinity }, effects });
  stageSummary(
    input,
    { built: byModel ?? byCode, compactionId, answer: byModel === null ? null : usable },
    effects,
  );
}

type UsableAnswer = Extract<SummaryAnswer, { ok: true }>;
type PreparedSummary = { readonly built: BuiltSummary; readonly answer: UsableAnswer };

/** Builds from the background summary if folding the messages it covers reaches the target size, or the size that folding everything would. */
function buildFromPrepared(
  input: KeepInWindowInput,
  budget: WindowBudget,
  { byCode, effects }: { readonly byCode: BuiltSummary; readonly effects: CompactionEffects },
): PreparedSummary | null {
  const { prepared } = input.view;
  const text = prepared === null ? undefined : effects.preparedSummaryText();
  if (prepared === null || text === undefined) return null;
  const { callId, cost, toSequence: readUpTo } = prepared;
  const built = buildSummary(input, budget, { model: { text, readUpTo }, effects });
  if (built === null) return null;
  if (built.afterTokens > Math.max(budget.compacted, byCode.afterTokens)) return null;
  return { built, answer: { ok: true, text, callId, cost } };
}

function discardPrepared(view: View, why: "outgrown" | "superseded", effects: CompactionEffects): void {
  if (view.prepared === null) return;
  effects.stage({ type: "compaction.discarded", data: { callId: view.prepared.callId, why } });
}

function buildSummary(
  input: KeepInWindowInput,
  budget: WindowBudget,
  { model, effects }: Pick<SummarizeInput, "model"> & { readonly effects: CompactionEffects },
): BuiltSummary | null {
  const { view, fixedTokens, state, previousSummary } = input;
  return summarize({
    view,
    budget,
    fixedTokens,
    state,
    previousSummary,
    model,
    sha256: (text) => effects.sha256(text),
  });
}

function findProblem(answer: SummaryAnswer, view: View): SummaryProblem | null {
  if (!answer.ok) return { problem: answer.problem, message: answer.message };
  return judgeSummary(answer.text, {
    foldedTokens: view.tokens + (view.head?.tokens ?? 0),
    count: (text) => view.tokenizer.count(text),
  });
}

function stageSummary(
  input: KeepInWindowInput,
  result: {
    readonly built: BuiltSummary;
    readonly compactionId: string;
    readonly answer: UsableAnswer | null;
  },
  effects: CompactionEffects,
): void {
  const { built, compactionId, answer } = result;
  const { marker, attachments, summary, archive, clears, clearedTokens, ...figures } = built;
  const crowded = input.reason === "threshold" && isThrashing(input.view);
  const crowdedBy = crowded ? { crowdedBy: largestPart(input.fixedParts, built, input.view) } : {};
  if (clears.length > 0) stageClear(input, { sequences: clears, frees: clearedTokens }, effects);
  effects.stage({
    type: "compaction.finished",
    data: {
      ...figures,
      compactionId,
      reason: input.reason,
      layer: "summarise",
      source: answer === null ? "extractive" : "model",
      focus: input.focus,
      ratio: figures.afterTokens / figures.beforeTokens,
      markerBlob: effects.stageBlob(marker),
      attachmentsBlob: effects.stageBlob(attachments),
      summaryBlob: effects.stageBlob(summary),
      archiveBlob: archive === null ? null : effects.stageBlob(archive),
      cost: answer === null ? 0 : answer.cost,
      callId: answer?.callId ?? null,
      ...crowdedBy,
    },
  });
}
