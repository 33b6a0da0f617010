import type { CompactionReason, RunEventPayloads } from "../log/run-event.ts";
import type { CompactionThresholds } from "../log/trace.ts";
import type { RunStateTexts } from "./attachments.ts";
import { mayAsk } from "./breaker.ts";
import { type ClearPlan, planClear, planClearInNeed, planRipe, requestTokens } from "./clear.ts";
import { judgeSummary } from "./judge-summary.ts";
import { isRecentlySummarised, needsSummary, summarise, type Summarised } from "./summarise.ts";
import type { View } from "./view.ts";
import { windowBudget, type WindowBudget } from "./window-budget.ts";

/** What a model answered when it was asked for a summary. */
export type WrittenSummary =
  | { readonly ok: true; readonly text: string; readonly callId: string | null; readonly cost: number | null }
  | {
      readonly ok: false;
      readonly problem: "failed" | "endless";
      readonly message: string;
      readonly callId: string | null;
    };

/** One event of a compaction; staging it applies it to the view. */
export type CompactionEvent = {
  [T in "context.cleared" | "compaction.started" | "compaction.finished" | "compaction.failed"]: {
    readonly type: T;
    readonly data: RunEventPayloads[T];
  };
}["context.cleared" | "compaction.started" | "compaction.finished" | "compaction.failed"];

/** What the decider needs done: it decides, these act. */
export type CompactionEffects = {
  stage(event: CompactionEvent): void;
  /** Stores a text with the next commit and gives its hash. */
  stageBlob(text: string): string;
  sha256(text: string): string;
  newId(): string;
  /** Asks a model; null when the request itself would not fit. Never throws for what the model does. */
  ask(request: { readonly focus: string | null; readonly maxTokens: number }): Promise<WrittenSummary | null>;
};

export type KeepInWindow = {
  readonly view: View;
  /** The model's context window in tokens. */
  readonly window: number;
  readonly overrides?: CompactionThresholds;
  readonly fixedTokens: number;
  readonly state: RunStateTexts;
  /** Text of the summary that stands in front now; empty when there is none. */
  readonly earlier: string;
  readonly reason: CompactionReason;
  readonly focus: string | null;
};

/**
 * Keeps the view of a log inside a window, layer by layer, each a no-op below its threshold: clear, then summarise, by a model or by code
 * (C3, C4, C6). After `too_long` the window is taken to be smaller than the request that was refused, and no model is asked. True when
 * the view changed. What can't be made to fit is left as it is; assembling the request then says what fills the window.
 */
export async function keepInWindow(input: KeepInWindow, effects: CompactionEffects): Promise<boolean> {
  const { view, fixedTokens, reason } = input;
  const epoch = view.epoch;
  const before = requestTokens(view, fixedTokens);
  // In our own tokens, whatever the provider makes of them.
  const real = Math.floor(input.window / view.scale);
  const window = reason === "too_long" ? Math.min(real, before) : real;
  const budget = windowBudget(window, input.overrides);
  clearIfWorth(input, budget, effects);
  if (reason === "threshold" && !needsSummary(view, budget, fixedTokens)) return view.epoch !== epoch;
  await fold(input, budget, effects);
  return view.epoch !== epoch;
}

function clearIfWorth(input: KeepInWindow, budget: WindowBudget, effects: CompactionEffects): void {
  const { view, fixedTokens, reason } = input;
  if (reason === "asked") return;
  const plan = planClear(view, budget, fixedTokens);
  if (plan !== null) return stageClear(input, plan, effects);
  // Soon after a summary the next one has to wait: what is ripe or, in need, new, is the only thing that can be had meanwhile.
  const isFull = requestTokens(view, fixedTokens) > budget.hardLimit && isRecentlySummarised(view);
  if (!isFull && reason !== "too_long") return;
  const needed = view.ripeTokens >= budget.clearFrees ? planRipe(view) : planClearInNeed(view);
  if (needed !== null && needed.frees >= budget.clearFrees) stageClear(input, needed, effects);
}

function stageClear(input: KeepInWindow, plan: ClearPlan, effects: CompactionEffects): void {
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

async function fold(input: KeepInWindow, budget: WindowBudget, effects: CompactionEffects): Promise<void> {
  const { view, reason, focus } = input;
  const byCode = made(input, budget, { written: null, effects });
  if (byCode === null) return;
  const compactionId = effects.newId();
  const { beforeTokens } = byCode;
  effects.stage({
    type: "compaction.started",
    data: { compactionId, reason, focus, beforeTokens, window: input.window },
  });
  const asks = reason !== "too_long" && mayAsk(view.breaker, view.logTokens);
  const answer = asks ? await effects.ask({ focus, maxTokens: budget.compacted }) : null;
  const problem = answer === null ? null : problemOf(answer, view);
  if (answer !== null && problem !== null)
    stageFailure(view, { compactionId, callId: answer.callId, ...problem }, effects);
  const written = answer?.ok === true && problem === null ? answer : null;
  const byModel = written === null ? null : made(input, budget, { written: written.text, effects });
  stageSummary(
    input,
    { summarised: byModel ?? byCode, compactionId, written: byModel === null ? null : written },
    effects,
  );
}

function made(
  input: KeepInWindow,
  budget: WindowBudget,
  using: { readonly written: string | null; readonly effects: CompactionEffects },
): Summarised | null {
  const { view, fixedTokens, state, earlier } = input;
  return summarise({
    view,
    budget,
    fixedTokens,
    state,
    earlier,
    written: using.written,
    sha256: (text) => using.effects.sha256(text),
  });
}

type Problem = Pick<RunEventPayloads["compaction.failed"], "problem" | "message">;

function problemOf(answer: WrittenSummary, view: View): Problem | null {
  if (!answer.ok) return { problem: answer.problem, message: answer.message };
  return judgeSummary(answer.text, {
    foldedTokens: view.tokens + (view.head?.tokens ?? 0),
    count: (text) => view.tokenizer.count(text),
  });
}

function stageFailure(
  view: View,
  failed: Problem & { readonly compactionId: string; readonly callId: string | null },
  effects: CompactionEffects,
): void {
  effects.stage({
    type: "compaction.failed",
    data: { ...failed, failuresInRow: view.breaker.failures + 1, logTokens: view.logTokens },
  });
}

function stageSummary(
  input: KeepInWindow,
  done: {
    readonly summarised: Summarised;
    readonly compactionId: string;
    readonly written: Extract<WrittenSummary, { ok: true }> | null;
  },
  effects: CompactionEffects,
): void {
  const { summarised, compactionId, written } = done;
  const { marker, attachments, summary, archive, clears, clearedTokens, ...figures } = summarised;
  if (clears.length > 0) stageClear(input, { sequences: clears, frees: clearedTokens }, effects);
  effects.stage({
    type: "compaction.finished",
    data: {
      ...figures,
      compactionId,
      reason: input.reason,
      layer: "summarise",
      source: written === null ? "extractive" : "model",
      focus: input.focus,
      ratio: figures.beforeTokens === 0 ? 1 : figures.afterTokens / figures.beforeTokens,
      markerBlob: effects.stageBlob(marker),
      attachmentsBlob: effects.stageBlob(attachments),
      summaryBlob: effects.stageBlob(summary),
      archiveBlob: archive === null ? null : effects.stageBlob(archive),
      cost: written === null ? 0 : written.cost,
      callId: written?.callId ?? null,
    },
  });
}
