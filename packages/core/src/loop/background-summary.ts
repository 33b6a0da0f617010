import type { BackgroundSummaryResult } from "../compaction/keep-in-window.ts";
import { failedEvent, preparedEvent, shouldPrepareSummary } from "../compaction/prepare.ts";
import { windowBudget } from "../compaction/window-budget.ts";
import type { EntryDraft } from "../log/entry.ts";
import { BACKGROUND_SUMMARY_MIN_STEPS, MAX_SUMMARY_TOKENS } from "../tunables.ts";
import { thresholdsFor } from "./context/thresholds.ts";
import { linkAbort } from "./link-abort.ts";
import type { CallShape } from "./model/call-shape.ts";
import { sendSummaryCall, stageSummaryAnswer, stageSummaryCall } from "./model/request-summary.ts";
import type { PendingSummary, SummaryCall } from "./pending-summary.ts";
import type { RunContext } from "./run-context.ts";

/**
 * Stages a request for the next summary if one is due. Returns a function that sends it without waiting, to be called once the request is
 * durable; null if no summary is due.
 */
export function startBackgroundSummary(context: RunContext, call: CallShape): (() => void) | null {
  const { background, history } = context;
  const last = history.view.items.at(-1);
  if (background.pending !== null || last === undefined || !isDue(context, call)) return null;
  const { compacted } = budgetFor(context, call);
  const request = stageSummaryCall(context, call, { focus: null, maxTokens: compacted });
  if (request === null) return null;
  return () => {
    const drafts: EntryDraft[] = [];
    const linked = linkAbort(context.signal);
    const sent = sendSummaryCall(context, request, {
      drafts: { stage: (draft) => drafts.push(draft), flush: async () => undefined },
      signal: linked.signal,
    });
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
  if (state.finalRequested || state.stopped || state.limit !== null) return false;
  // A run close to its end needs no summary, and a summary must not exhaust the token limit.
  if (maxSteps - state.steps <= BACKGROUND_SUMMARY_MIN_STEPS) return false;
  const wouldUse = view.tokens + (view.head?.tokens ?? 0) + view.fixedTokens + MAX_SUMMARY_TOKENS;
  if (maxTokens !== null && state.tokens + wouldUse * BACKGROUND_SUMMARY_MIN_STEPS >= maxTokens) return false;
  return shouldPrepareSummary(view, budgetFor(context, call), view.fixedTokens);
}

function budgetFor(context: RunContext, call: CallShape): ReturnType<typeof windowBudget> {
  const window = Math.floor(call.client.profile.contextWindow / context.history.view.scale);
  return windowBudget(window, thresholdsFor(context.trace, call.client));
}

/** Collects the pending summary, waiting for it if `wait` is set, and stages its entries. A usable summary is then in the view. */
export async function collectBackgroundSummary(
  context: RunContext,
  options: { readonly wait: boolean },
): Promise<BackgroundSummaryResult> {
  const { background, writer, history, ports, signal } = context;
  const { pending } = background;
  const { view } = history;
  if (pending === null) return view.prepared === null ? "none" : "ready";
  if (options.wait || pending.result !== null) await pending.ended;
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

/** Stops the pending summary because another compaction superseded it or the run stops. When the run stops, a finished summary is kept. */
export async function stopBackgroundSummary(
  context: RunContext,
  why: "superseded" | "stopped",
): Promise<void> {
  const { background } = context;
  if (why === "stopped") await collectBackgroundSummary(context, { wait: false });
  const { pending } = background;
  if (pending === null) return;
  background.pending = null;
  pending.abort();
  for (const draft of pending.drafts) context.writer.stage(draft);
  stageDiscarded(context, pending.request, why);
}

function stageDiscarded(context: RunContext, request: SummaryCall, why: "superseded" | "stopped"): void {
  const { callId, goalId } = request;
  context.writer.stage({ kind: "event", type: "compaction.discarded", goalId, data: { callId, why } });
}
