import type { SummaryAnswer } from "../../compaction/keep-in-window.ts";
import { summarisePrompt } from "../../prompts/generated/summarise.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { MAX_SUMMARY_CHARACTERS, MAX_SUMMARY_TOKENS, MAX_SUMMARY_WINDOW_SHARE } from "../../tunables.ts";
import { settleCall } from "../budget/settle-call.ts";
import type { HelperCall } from "../pending-summary.ts";
import type { RunContext } from "../run-context.ts";
import type { ModelCallResult } from "./call-model.ts";
import type { CallShape } from "./call-shape.ts";
import { sendHelperCall, stageHelperCall, stageHelperFinished } from "./helper-call.ts";
import { contextWindow } from "./learn-window.ts";

/**
 * Stages a summary request that appends to the history of the last call, so that the provider's cache serves it. It is logged like any call.
 * Returns null if the request would not fit, or if a budget leaves no room for it.
 */
export async function stageSummaryCall(
  context: RunContext,
  call: CallShape,
  request: { readonly focus: string | null; readonly maxTokens: number },
): Promise<HelperCall | null> {
  // A summary is shorter than an answer may be, so its request can fit when no other request does.
  const answerTokens = Math.min(
    request.maxTokens,
    MAX_SUMMARY_TOKENS,
    Math.floor(contextWindow(context.state, call.client) * MAX_SUMMARY_WINDOW_SHARE),
  );
  const focus = request.focus === null ? "" : fillPrompt(summarisePrompt.focus, { focus: request.focus });
  const text = fillPrompt(summarisePrompt.user, { focus, tokens: String(answerTokens) }).trim();
  return await stageHelperCall(context, call, { purpose: "summary", text, answerTokens });
}

/**
 * Sends a summary request that is already durable. Failed attempts are staged in `drafts`. It is canceled after `totalMs`, and after `silentMs`
 * without a word.
 */
export async function sendSummaryCall(
  context: Pick<RunContext, "trace" | "ports" | "environment">,
  request: HelperCall,
  to: Omit<Parameters<typeof sendHelperCall>[2], "maxCharacters">,
): Promise<ModelCallResult> {
  return await sendHelperCall(context, request, { ...to, maxCharacters: MAX_SUMMARY_CHARACTERS });
}

/** Converts the result of a summary call into a summary answer and stages `call.finished`. */
export function stageSummaryAnswer(
  context: RunContext,
  request: HelperCall,
  result: ModelCallResult,
): SummaryAnswer {
  const { callId } = request;
  if (result.kind !== "answered") settleCall(context, callId, null);
  switch (result.kind) {
    case "cancelled":
      return {
        ok: false,
        problem: "endless",
        message: "The summary exceeded its length or time limit.",
        callId,
      };
    case "failed":
      return { ok: false, problem: "failed", message: result.failure.message, callId };
    case "answered": {
      const cost = stageHelperFinished(context, request, result);
      const text = context.environment.redactor.redact(result.answer.text);
      return result.repetition === null
        ? { ok: true, text, callId, cost }
        : { ok: false, problem: "endless", message: "The summary repeated itself.", callId };
    }
  }
}
