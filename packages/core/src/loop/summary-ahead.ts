import type { Collected } from "../compaction/keep-in-window.ts";
import { failedEvent, preparedEvent, shouldPrepare } from "../compaction/prepare.ts";
import { windowBudget } from "../compaction/window-budget.ts";
import type { EntryDraft } from "../log/entry.ts";
import { STEPS_PREPARED_AHEAD, SUMMARY_TOKENS } from "../tunables.ts";
import { sendSummaryCall, stageSummaryAnswer, stageSummaryCall, type SummaryCall } from "./ask-summary.ts";
import type { CallShape } from "./call-input.ts";
import type { ModelCallResult } from "./call-model.ts";
import { followAbort } from "./follow-abort.ts";
import type { RunContext } from "./run-trace.ts";
import { thresholdsFor } from "./thresholds.ts";

/** The summary that one execution of a run has asked for beside its answers, at most one at a time. */
export type SummaryAhead = { pending: Pending | null };

type Pending = {
  readonly asked: SummaryCall;
  /** The last message that the request shows. */
  readonly toSequence: number;
  /** What the call tells the log, kept until the run is between two calls: entries have one writer. */
  readonly drafts: EntryDraft[];
  readonly ended: Promise<void>;
  result: ModelCallResult | null;
  abort(): void;
};

/** Nothing asked for. */
export function createSummaryAhead(): SummaryAhead {
  return { pending: null };
}

/**
 * Stages the request for the next summary when it is time for it (C6c). What is returned sends it and comes back at once; to be called when
 * the request is durable. Null when there is nothing to do.
 */
export function startSummaryAhead(context: RunContext, call: CallShape): (() => void) | null {
  const { ahead, stepper } = context;
  const { history } = stepper;
  const last = history.items.at(-1);
  if (ahead.pending !== null || last === undefined || !isWanted(context, call)) return null;
  const { compacted } = budgetOf(context, call);
  const asked = stageSummaryCall(context, call, { focus: null, maxTokens: compacted });
  if (asked === null) return null;
  return () => {
    const drafts: EntryDraft[] = [];
    const stopped = followAbort(context.signal);
    const sent = sendSummaryCall(context, asked, {
      drafts: { stage: (draft) => drafts.push(draft), flush: async () => undefined },
      signal: stopped.signal,
    });
    const pending: Pending = {
      asked,
      toSequence: last.message.sequence,
      drafts,
      result: null,
      abort: stopped.abort,
      ended: sent.then((result) => {
        stopped.release();
        pending.result = result;
      }),
    };
    ahead.pending = pending;
    // A defect of the client shows when the result is collected; until then nobody waits for it.
    pending.ended.catch(() => undefined);
  };
}

function isWanted(context: RunContext, call: CallShape): boolean {
  const { state, stepper, trace } = context;
  const { maxSteps, maxTokens } = trace.agent.limits;
  const { history } = stepper;
  if (call.purpose !== "step" || state.finalAsked || state.stopped || state.limit !== null) return false;
  // A run at its end gets by without, and a summary must not be what uses up its tokens.
  if (maxSteps - state.steps <= STEPS_PREPARED_AHEAD) return false;
  const wouldUse = history.tokens + (history.head?.tokens ?? 0) + history.fixedTokens + SUMMARY_TOKENS;
  if (maxTokens !== null && state.tokens + wouldUse * STEPS_PREPARED_AHEAD >= maxTokens) return false;
  return shouldPrepare(history, budgetOf(context, call), history.fixedTokens);
}

function budgetOf(context: RunContext, call: CallShape): ReturnType<typeof windowBudget> {
  const window = Math.floor(call.client.profile.contextWindow / context.stepper.history.scale);
  return windowBudget(window, thresholdsFor(context.trace, call.client));
}

/** Takes in what came of it, waiting for it when `waits`: its entries are staged, and a usable summary stands in the view. */
export async function collectSummaryAhead(
  context: RunContext,
  options: { readonly waits: boolean },
): Promise<Collected> {
  const { ahead, writer, stepper, ports, signal } = context;
  const { pending } = ahead;
  const { history } = stepper;
  if (pending === null) return history.prepared === null ? "none" : "ready";
  if (options.waits || pending.result !== null) await pending.ended;
  const { result, asked, toSequence } = pending;
  if (result === null) return "none";
  ahead.pending = null;
  for (const draft of pending.drafts) writer.stage(draft);
  if (result.kind === "cancelled" && signal.aborted) {
    stageDiscarded(context, asked, "stopped");
    return "none";
  }
  const written = stageSummaryAnswer(context, asked, result);
  const compactionId = ports.ids.next();
  const { callId } = asked;
  const event = written.ok
    ? preparedEvent(history, {
        ...{ text: written.text, cost: written.cost, callId, toSequence, compactionId },
        stageBlob: (text) => {
          const sha256 = writer.stageBlob(text, "text/markdown");
          stepper.rememberBlob(sha256, text);
          return sha256;
        },
      })
    : failedEvent(history, { problem: written.problem, message: written.message, callId, compactionId });
  writer.stage({ kind: "event", goalId: asked.goalId, ...event });
  return event.type === "compaction.prepared" ? "ready" : "failed";
}

/** Stops it, because another compaction came first or because the run stops. One that is done is kept for the turn after this one. */
export async function stopSummaryAhead(context: RunContext, why: "superseded" | "stopped"): Promise<void> {
  const { ahead } = context;
  if (why === "stopped") await collectSummaryAhead(context, { waits: false });
  const { pending } = ahead;
  if (pending === null) return;
  ahead.pending = null;
  pending.abort();
  for (const draft of pending.drafts) context.writer.stage(draft);
  stageDiscarded(context, pending.asked, why);
}

function stageDiscarded(context: RunContext, asked: SummaryCall, why: "superseded" | "stopped"): void {
  const { callId, goalId } = asked;
  context.writer.stage({ kind: "event", type: "compaction.discarded", goalId, data: { callId, why } });
}
