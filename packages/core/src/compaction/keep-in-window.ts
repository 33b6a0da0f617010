import type { CompactionReason, RunEventPayloads } from "../log/run-event.ts";
import type { CompactionThresholds } from "../log/trace.ts";
import type { RunStateTexts } from "./attachments.ts";
import { mayAsk } from "../context/breaker.ts";
import { type ClearPlan, planClear, planClearInNeed, planRipe, requestTokens } from "./clear.ts";
import { judgeSummary, type SummaryProblem } from "./judge-summary.ts";
import { failedEvent } from "./prepare.ts";
import { isRecentlySummarised, needsSummary, summarise, type Summarised } from "./summarise.ts";
import type { View } from "../context/view.ts";
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
  [T in CompactionEventType]: { readonly type: T; readonly data: RunEventPayloads[T] };
}[CompactionEventType];
type CompactionEventType =
  "context.cleared" | `compaction.${"started" | "finished" | "failed" | "discarded"}`;

/** What became of a summary that was being written ahead: nothing was, it is there, or it could not be used. */
export type Collected = "none" | "ready" | "failed";

/** What the decider needs done: it decides, these act. */
export type CompactionEffects = {
  stage(event: CompactionEvent): void;
  /** Stores a text with the next commit and gives its hash. */
  stageBlob(text: string): string;
  sha256(text: string): string;
  newId(): string;
  /** Takes in a summary that is being written ahead, waiting for its end when `waits`. Then it stands in the view, or its failure in the log. */
  collect(options: { readonly waits: boolean }): Promise<Collected>;
  /** Text of the summary that was written ahead and stands in the view; undefined when it is gone. */
  preparedText(): string | undefined;
  /** Stops what is being written ahead, because another compaction came first. */
  abandon(): Promise<void>;
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
 *. After `too_long` the window is taken to be smaller than the request that was refused, and no model is asked. True when
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
  // What was written without the wish does not answer it; after a refusal there is no waiting, only taking what is there.
  const collected = focus === null ? await effects.collect({ waits: reason !== "too_long" }) : "none";
  const ahead = focus === null ? takePrepared(input, budget, { byCode, effects }) : null;
  if (ahead === null) discardPrepared(view, focus === null ? "outgrown" : "superseded", effects);
  await effects.abandon();
  const { beforeTokens } = byCode;
  effects.stage({
    type: "compaction.started",
    data: { compactionId, reason, focus, beforeTokens, window: input.window },
  });
  if (ahead !== null) return stageSummary(input, { ...ahead, compactionId }, effects);
  const asks = reason !== "too_long" && collected !== "failed" && mayAsk(view.breaker, view.logTokens);
  const answer = asks ? await effects.ask({ focus, maxTokens: budget.compacted }) : null;
  const problem = answer === null ? null : problemOf(answer, view);
  if (answer !== null && problem !== null)
    effects.stage(failedEvent(view, { compactionId, callId: answer.callId, ...problem }));
  const written = answer?.ok === true && problem === null ? answer : null;
  const byModel = written === null ? null : made(input, budget, { written: written.text, effects });
  stageSummary(
    input,
    { summarised: byModel ?? byCode, compactionId, written: byModel === null ? null : written },
    effects,
  );
}

type Ahead = { readonly summarised: Summarised; readonly written: Extract<WrittenSummary, { ok: true }> };

/** The summary that was written ahead, if folding what it covers comes down to half of the limit, or to what folding all would. */
function takePrepared(
  input: KeepInWindow,
  budget: WindowBudget,
  given: { readonly byCode: Summarised; readonly effects: CompactionEffects },
): Ahead | null {
  const { prepared } = input.view;
  const text = prepared === null ? undefined : given.effects.preparedText();
  if (prepared === null || text === undefined) return null;
  const { callId, cost, toSequence: writtenUpTo } = prepared;
  const summarised = made(input, budget, { written: text, writtenUpTo, effects: given.effects });
  if (summarised === null) return null;
  if (summarised.afterTokens > Math.max(budget.compacted, given.byCode.afterTokens)) return null;
  return { summarised, written: { ok: true, text, callId, cost } };
}

function discardPrepared(view: View, why: "outgrown" | "superseded", effects: CompactionEffects): void {
  if (view.prepared === null) return;
  effects.stage({ type: "compaction.discarded", data: { callId: view.prepared.callId, why } });
}

function made(
  input: KeepInWindow,
  budget: WindowBudget,
  using: {
    readonly written: string | null;
    readonly writtenUpTo?: number;
    readonly effects: CompactionEffects;
  },
): Summarised | null {
  const { view, fixedTokens, state, earlier } = input;
  return summarise({
    view,
    budget,
    fixedTokens,
    state,
    earlier,
    written: using.written,
    ...(using.writtenUpTo === undefined ? {} : { writtenUpTo: using.writtenUpTo }),
    sha256: (text) => using.effects.sha256(text),
  });
}

function problemOf(answer: WrittenSummary, view: View): SummaryProblem | null {
  if (!answer.ok) return { problem: answer.problem, message: answer.message };
  return judgeSummary(answer.text, {
    foldedTokens: view.tokens + (view.head?.tokens ?? 0),
    count: (text) => view.tokenizer.count(text),
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
