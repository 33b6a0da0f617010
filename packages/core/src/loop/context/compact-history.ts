import { keepInWindow, type CompactionEffects, type SummaryAnswer } from "../../compaction/keep-in-window.ts";
import type { CompactionReason } from "../../log/run-event.ts";
import { collectBackgroundSummary, stopBackgroundSummary } from "../background-summary.ts";
import type { CallShape } from "../model/call-shape.ts";
import { sendSummaryCall, stageSummaryAnswer, stageSummaryCall } from "../model/request-summary.ts";
import type { RunContext } from "../run-context.ts";
import { SUMMARY_PATIENCE_MS, SUMMARY_TIME_LIMIT_MS } from "../../tunables.ts";
import { callInput, fixedParts } from "./call-input.ts";
import { thresholdsFor } from "./thresholds.ts";

/** The reason for a compaction, and the focus that a person or the model requested for it. */
export type CompactionRequest = { readonly reason: CompactionReason; readonly focus: string | null };

/**
 * Compacts the history to fit the window of the model that is about to be called. Returns true if the view changed. The entries become durable
 * together with the next commit: if the process dies between the summary call and that commit, the log keeps an unused call and the next
 * process summarizes again.
 */
export async function compactHistory(
  context: RunContext,
  call: CallShape,
  request: CompactionRequest,
): Promise<boolean> {
  const { state, history } = context;
  const { view } = history;
  const input = callInput(context, call);
  const parts = fixedParts(input, context);
  return await keepInWindow(
    {
      ...request,
      view,
      window: input.window,
      fixedTokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
      fixedParts: parts,
      overrides: thresholdsFor(context.trace, call.client),
      state: { goals: state.goals, todos: state.todos },
      previousSummary: view.head === null ? "" : (history.blobText(view.head.summaryBlob) ?? ""),
    },
    compactionEffects(context, call, request.reason),
  );
}

function compactionEffects(
  context: RunContext,
  call: CallShape,
  reason: CompactionReason,
): CompactionEffects {
  const { writer, state, ports, history } = context;
  return {
    stage: (event) => void writer.stage({ kind: "event", goalId: state.goals.focusId, ...event }),
    stageBlob: (text) => {
      const sha256 = writer.stageBlob(text, "text/markdown");
      history.rememberBlob(sha256, text);
      return sha256;
    },
    sha256: (text) => ports.hash.sha256(text),
    newId: () => ports.ids.next(),
    collectBackgroundSummary: async (options) => await collectBackgroundSummary(context, options),
    preparedSummaryText: () => history.blobText(history.view.prepared?.textBlob ?? ""),
    stopBackgroundSummary: async () => await stopBackgroundSummary(context, "superseded"),
    requestSummary: async (request) => await requestSummary(context, call, { ...request, reason }),
  };
}

/** Requests a summary from the model. Null if the request would not fit or the run makes only one call; code then writes the summary. */
async function requestSummary(
  context: RunContext,
  call: CallShape,
  request: CompactionRequest & { readonly maxTokens: number },
): Promise<SummaryAnswer | null> {
  if (context.trace.mode === "call") return null;
  const summaryCall = await stageSummaryCall(context, call, request);
  if (summaryCall === null) return null;
  await context.writer.flush();
  const to = {
    ...{ drafts: context.writer, signal: context.signal, emit: context.emit, silentMs: SUMMARY_PATIENCE_MS },
    totalMs: request.reason === "asked" ? SUMMARY_TIME_LIMIT_MS : SUMMARY_PATIENCE_MS,
  };
  return stageSummaryAnswer(context, summaryCall, await sendSummaryCall(context, summaryCall, to));
}
