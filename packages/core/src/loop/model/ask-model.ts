import { helpersPrompt } from "../../prompts/generated/helpers.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import type { CallPurpose } from "../../log/run-event.ts";
import { settleCall } from "../budget/settle-call.ts";
import { compactHistory } from "../context/compact-history.ts";
import {
  HELPER_ANSWER_TOKENS,
  HELPER_SILENCE_MS,
  HELPER_TIME_LIMIT_MS,
  MAX_HELPER_CHARACTERS,
  SHOWN_REJECTION_CHARACTERS,
} from "../plan/tunables.ts";
import type { HelperCall } from "../pending-summary.ts";
import type { RunContext } from "../run-context.ts";
import type { AskAction, HelperRun } from "../strategy.ts";
import type { CallShape } from "./call-shape.ts";
import type { ModelCallResult } from "./call-model.ts";
import { sendHelperCall, stageHelperCall, stageHelperFinished } from "./helper-call.ts";

/**
 * Makes one helper call and stages what its answer becomes, in the commit of the call's end. An unusable answer is staged as
 * `call.rejected`: the strategy asks again, and the request then names the problem; the second time, the entries of `without` are staged.
 */
export async function askModel(context: RunContext, action: AskAction): Promise<void> {
  const { writer, state } = context;
  const { purpose } = action;
  const rejected = state.planning.rejected?.purpose === purpose ? state.planning.rejected : null;
  const repair = rejected === null ? "" : fillPrompt(helpersPrompt.repair, { problem: rejected.problem });
  const text = fillPrompt(helpersPrompt.frame, { question: action.question, repair });
  const sent = await send(context, purpose, text);
  if (context.signal.aborted) return;
  const run: HelperRun = {
    ...{ ids: context.ports.ids, tools: context.environment.tools },
    ...{
      callId: sent.call?.callId ?? null,
      cost: sent.cost,
      model: sent.call?.call.client.profile.reference ?? "",
    },
  };
  const read = sent.answer === null ? null : action.read(sent.answer, run);
  if (read?.ok === true) {
    for (const entry of read.entries) writer.stage(entry);
    await writer.flush();
    return;
  }
  const problem = read === null ? sent.problem : read.problem;
  const answer = sent.answer ?? "";
  // A call without any answer has been retried already.
  const willRetry = read !== null && rejected === null;
  if (sent.call !== null)
    writer.stage({
      ...{ kind: "event", type: "call.rejected", goalId: sent.call.goalId },
      data: {
        ...{ callId: sent.call.callId, purpose, problem, willRetry },
        answer: answer.slice(0, SHOWN_REJECTION_CHARACTERS),
      },
    });
  if (!willRetry) for (const entry of action.without(problem, { ...run, answer })) writer.stage(entry);
  await writer.flush();
}

/** The call that was made last, null if none was, and its masked answer, null if it has none; `problem` says why. */
type Sent = {
  readonly call: HelperCall | null;
  readonly answer: string | null;
  readonly cost: number | null;
  readonly problem: string;
};

/** Asks the models of the run in order until one answers. */
async function send(context: RunContext, purpose: CallPurpose, text: string): Promise<Sent> {
  const { writer, models, environment, state } = context;
  let last: Sent = { call: null, answer: null, cost: 0, problem: "There was no room for the call." };
  for (const client of models.clients) {
    const quirks = client.profile.quirks;
    const shape: CallShape = {
      purpose,
      withTools: !state.textModels.has(client.profile.reference),
      client,
      quirks,
    };
    await compactHistory(context, shape, { reason: "threshold", focus: null });
    const call = await stageHelperCall(context, shape, { purpose, text, answerTokens: HELPER_ANSWER_TOKENS });
    if (call === null) continue;
    await writer.flush();
    const result = await sendHelperCall(context, call, {
      ...{ drafts: writer, signal: context.signal, emit: context.emit },
      ...{ totalMs: HELPER_TIME_LIMIT_MS, silentMs: HELPER_SILENCE_MS, maxCharacters: MAX_HELPER_CHARACTERS },
    });
    if (result.kind === "answered" && result.repetition === null) {
      const cost = stageHelperFinished(context, call, result);
      return { call, answer: environment.redactor.redact(result.answer.text), cost, problem: "" };
    }
    if (last.call !== null) stageFailed(context, last, purpose);
    last = { call, answer: null, ...endFailed(context, call, result) };
    if (context.signal.aborted) return last;
  }
  return last;
}

/** The call of a model before the next one is asked. */
function stageFailed({ writer }: RunContext, { call, problem }: Sent, purpose: CallPurpose): void {
  if (call === null) return;
  writer.stage({
    ...{ kind: "event", type: "call.rejected", goalId: call.goalId },
    data: { callId: call.callId, purpose, problem, answer: "", willRetry: false },
  });
}

function endFailed(
  context: RunContext,
  call: HelperCall,
  result: ModelCallResult,
): Pick<Sent, "cost" | "problem"> {
  switch (result.kind) {
    case "answered":
      return { cost: stageHelperFinished(context, call, result), problem: "The answer repeated itself." };
    case "cancelled":
      settleCall(context, call.callId, null);
      return { cost: null, problem: "The answer took too long." };
    case "failed":
      settleCall(context, call.callId, null);
      return { cost: 0, problem: result.failure.message };
  }
}
