import type { BackgroundSummaryResult } from "../compaction/keep-in-window.ts";
import { failedEvent, preparedEvent, shouldPrepareSummary } from "../compaction/prepare.ts";
import { windowBudget } from "../compaction/window-budget.ts";
import type { EntryDraft } from "../log/entry.ts";
import { BACKGROUND_SUMMARY_MIN_STEPS, MAX_SUMMARY_TOKENS, SUMMARY_TIME_LIMIT_MS } from "../tunables.ts";
import { settleCall } from "./budget/settle-call.ts";
import { thresholdsFor } from "./context/thresholds.ts";
import { contextWindow } from "./model/learn-window.ts";
import { linkAbort } from "./link-abort.ts";
import type { CallShape } from "./model/call-shape.ts";
import { failUncounted } from "./model/helper-call.ts";
import { sendSummaryCall, stageSummaryAnswer, stageSummaryCall } from "./model/request-summary.ts";
import type { HelperCall, PendingSummary } from "./pending-summary.ts";
import type { RunContext } from "./run-context.ts";

/**
 * Stages a request for the next summary if one is due. Returns a function that sends it without waiting, to be called once the request is
 * durable; null if no summary is due.
 */
export async function startBackgroundSummary(
  context: RunContext,
  call: CallShape,
): Promise<(() => void) | null> {
  const { background, history } = context;
  const last = history.view.items.at(-1);
  if (background.pending !== null || last === undefined || !isDue(context, call)) return null;
  const { compacted } = budgetFor(context, call);
  const request = await stageSummaryCall(context, call, { focus: null, maxTokens: compacted });
  if (request === null) return null;
  return () => {
    const drafts: EntryDraft[] = [];
    const linked = linkAbort(context.signal);
    const sent = failUncounted(
      sendSummaryCall(context, request, {
        drafts: { stage: (draft) => drafts.push(draft), flush: async () => undefined },
        signal: linked.signal,
        // No run waits for it, except at the limit.
        ...{ totalMs: SUMMARY_TIME_LIMIT_MS, silentMs: SUMMARY_TIME_LIMIT_MS },
      }),
    );
    const pending: PendingSummary = {
      request,
      toSequence: last.message.sequence,
      drafts,
      result: null,
      abort: linked.abort,
      ended: sent.then((result) => {
        linked.release();
        pending.result = result;
      }),
    };
    background.pending = pending;
    // A client error surfaces when the result is collected; nothing awaits the promise before that.
    pending.ended.catch(() => undefined);
  };
}

function isDue(context: RunContext, call: CallShape): boolean {
  const { state, history, trace } = context;
  const { maxSteps, maxTokens } = trace.agent.limits;
  const { view } = history;
  if (trace.mode === "call" || call.purpose !== "step") return false;
  if (state.finalRequested || state.stopped || state.limit !== null || state.budget.reached !== null)
    return false;
  // A run close to its end needs no summary, and a summary must not exhaust the token limit.
  if (maxSteps - state.steps <= BACKGROUND_SUMMARY_MIN_STEPS) return false;
  const wouldUse = view.tokens + (view.head?.tokens ?? 0) + view.fixedTokens + MAX_SUMMARY_TOKENS;
  if (maxTokens !== null && state.tokens + wouldUse * BACKGROUND_SUMMARY_MIN_STEPS >= maxTokens) return false;
  return shouldPrepareSummary(view, budgetFor(context, call), view.fixedTokens);
}

function budgetFor(context: RunContext, call: CallShape): ReturnType<typeof windowBudget> {
  const window = Math.floor(contextWindow(context.state, call.client) / context.history.view.scale);
  return windowBudget(window, thresholdsFor(context.trace, call.client));
}

/**
 * Collects the pending summary and stages its entries; a usable summary is then in the view. One that is still being written is awaited for
 * `waitMs` and then canceled, which counts as a failure; null leaves it running.
 */
export async function collectBackgroundSummary(
  context: RunContext,
  options: { readonly waitMs: number | null },
): Promise<BackgroundSummaryResult> {
  const { background, writer, history, ports, signal } = context;
  const { pending } = background;
  const { view } = history;
  if (pending === null) return view.prepared === null ? "none" : "ready";
  if (pending.result !== null) await pending.ended;
  else if (options.waitMs !== null) await endInTime(pending, options.waitMs);
  const { result, request, toSequence } = pending;
  if (result === null) return "none";
  background.pending = null;
  for (const draft of pending.drafts) writer.stage(draft);
  if (result.kind === "cancelled" && signal.aborted) {
    stageDiscarded(context, request, "stopped");
    return "none";
  }
  const answer = stageSummaryAnswer(context, request, result);
  const compactionId = ports.ids.next();
  const { callId } = request;
  const event = answer.ok
    ? preparedEvent(view, {
        ...{ text: answer.text, cost: answer.cost, callId, toSequence, compactionId },
        stageBlob: (text) => {
          const sha256 = writer.stageBlob(text, "text/markdown");
          history.rememberBlob(sha256, text);
          return sha256;
        },
      })
    : failedEvent(view, { problem: answer.problem, message: answer.message, callId, compactionId });
  writer.stage({ kind: "event", goalId: request.goalId, ...event });
  return event.type === "compaction.prepared" ? "ready" : "failed";
}

/** Waits for a summary, and cancels it after `limitMs`. */
async function endInTime(pending: PendingSummary, limitMs: number): Promise<void> {
  const timer = setTimeout(() => pending.abort(), limitMs);
  await pending.ended.finally(() => clearTimeout(timer));
}

/** Stops the pending summary because another compaction superseded it or the run stops. When the run stops, a finished summary is kept. */
export async function stopBackgroundSummary(
  context: RunContext,
  why: "superseded" | "stopped",
): Promise<void> {
  const { background } = context;
  if (why === "stopped") await collectBackgroundSummary(context, { waitMs: null });
  const { pending } = background;
  if (pending === null) return;
  background.pending = null;
  pending.abort();
  for (const draft of pending.drafts) context.writer.stage(draft);
  stageDiscarded(context, pending.request, why);
}

function stageDiscarded(context: RunContext, request: HelperCall, why: "superseded" | "stopped"): void {
  const { callId, goalId } = request;
  settleCall(context, callId, null);
  context.writer.stage({ kind: "event", type: "compaction.discarded", goalId, data: { callId, why } });
}
