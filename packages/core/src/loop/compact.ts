import { keepInWindow, type CompactionEffects, type WrittenSummary } from "../compaction/keep-in-window.ts";
import type { CompactionReason } from "../log/run-event.ts";
import { sendSummaryCall, stageSummaryAnswer, stageSummaryCall } from "./ask-summary.ts";
import { callInput, type CallShape, fixedTokens } from "./call-input.ts";
import type { RunContext } from "./run-trace.ts";
import { thresholdsFor } from "./thresholds.ts";
import { collectSummaryAhead, stopSummaryAhead } from "./summary-ahead.ts";

/** Why a compaction is looked into now, and what a person wants it to keep in view. */
export type CompactionRequest = { readonly reason: CompactionReason; readonly focus: string | null };

/**
 * Keeps the history inside the window of the model that is about to be asked (C1–C7). True when the view changed. What it stages becomes
 * durable with the next commit, all of it or nothing: a process that dies between the summary's call and its storing leaves a call that
 * nobody uses, and the next one summarises again.
 */
export async function compactForCall(
  context: RunContext,
  call: CallShape,
  request: CompactionRequest,
): Promise<boolean> {
  const { state, stepper } = context;
  const view = stepper.history;
  const input = callInput(context, call);
  return await keepInWindow(
    {
      ...request,
      view,
      window: input.window,
      fixedTokens: fixedTokens(input, context),
      overrides: thresholdsFor(context.trace, call.client),
      state: { goals: state.goals, todos: state.todos },
      earlier: view.head === null ? "" : (stepper.blobText(view.head.summaryBlob) ?? ""),
    },
    effectsOf(context, call),
  );
}

function effectsOf(context: RunContext, call: CallShape): CompactionEffects {
  const { writer, state, ports, stepper } = context;
  return {
    stage: (event) => void writer.stage({ kind: "event", goalId: state.goals.focusId, ...event }),
    stageBlob: (text) => {
      const sha256 = writer.stageBlob(text, "text/markdown");
      stepper.rememberBlob(sha256, text);
      return sha256;
    },
    sha256: (text) => ports.hash.sha256(text),
    newId: () => ports.ids.next(),
    collect: async (options) => await collectSummaryAhead(context, options),
    preparedText: () => stepper.blobText(stepper.history.prepared?.textBlob ?? ""),
    abandon: async () => await stopSummaryAhead(context, "superseded"),
    ask: async (request) => await askForSummary(context, call, request),
  };
}

async function askForSummary(
  context: RunContext,
  call: CallShape,
  request: { readonly focus: string | null; readonly maxTokens: number },
): Promise<WrittenSummary | null> {
  const asked = stageSummaryCall(context, call, request);
  if (asked === null) return null;
  await context.writer.flush();
  const result = await sendSummaryCall(context, asked, { drafts: context.writer, signal: context.signal });
  return stageSummaryAnswer(context, asked, result);
}
