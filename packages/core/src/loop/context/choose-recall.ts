import { assembleAlone } from "../../context/assemble-alone.ts";
import type { EntryDraft } from "../../log/entry.ts";
import { RECALL_CHOICE } from "../../memory/tunables.ts";
import { SHOWN_REJECTION_CHARACTERS } from "../plan/tunables.ts";
import { estimateSummary } from "../budget/estimate-call.ts";
import { reserveHelperCall } from "../budget/reserve-call.ts";
import { settleCall } from "../budget/settle-call.ts";
import { linkAbort } from "../link-abort.ts";
import type { ModelCallResult } from "../model/call-model.ts";
import { failUncounted, sendHelperCall, stageHelperFinished } from "../model/helper-call.ts";
import { contextWindow } from "../model/learn-window.ts";
import type { PendingChoice } from "../pending-choice.ts";
import type { HelperCall } from "../pending-summary.ts";
import type { RunContext } from "../run-context.ts";
import { shownInContext, stageRecall } from "./attach-recall.ts";

/**
 * Stages a question to the light model about what the ranking of the recall left out. Returns a function that sends it without waiting, to be called
 * once the request is durable; null if there is nothing to choose from, or no room in a budget or window.
 */
export async function startRecallChoice(context: RunContext): Promise<(() => void) | null> {
  const { environment, writer, state, ports, recallChoice } = context;
  const client = environment.recallModel;
  const choice = environment.recall?.choice;
  if (client === undefined || choice === undefined || recallChoice.pending !== null) return null;
  const question = choice.question(shownInContext(context));
  if (question === null) return null;
  const part = (text: string): Parameters<typeof assembleAlone>[0]["system"] => {
    const masked = environment.redactor.redact(text);
    return {
      ...{ text: masked, blob: writer.stageBlob(masked, "text/plain") },
      tokens: ports.tokenizer.count(masked),
    };
  };
  const { profile } = client;
  const callId = ports.ids.next();
  const { body, reference, report } = assembleAlone({
    ...{ model: profile.wireName, quirks: profile.quirks, window: contextWindow(state, client) },
    ...{ system: part(choice.system), question: part(question) },
    sha256: (text) => ports.hash.sha256(text),
  });
  const { answerTokens } = RECALL_CHOICE;
  if (report.totalTokens + answerTokens > report.window) return null;
  const estimate = estimateSummary(client, { input: report.totalTokens, output: answerTokens });
  if (!(await reserveHelperCall(context, { callId, estimate }))) return null;
  const goalId = state.goals.focusId;
  writer.stage({
    ...{ kind: "event", type: "call.started", goalId },
    data: { callId, purpose: "recall", step: state.steps + 1, request: reference, report },
  });
  const call = { purpose: "recall", withTools: false, client, quirks: profile.quirks } as const;
  const request: HelperCall = {
    ...{ callId, goalId, purpose: "recall", call, body, estimatedInput: report.totalTokens },
  };
  return () => send(context, request);
}

function send(context: RunContext, request: HelperCall): void {
  const drafts: EntryDraft[] = [];
  const linked = linkAbort(context.signal);
  const sent = failUncounted(
    sendHelperCall(context, request, {
      drafts: { stage: (draft) => drafts.push(draft), flush: async () => undefined },
      ...{ signal: linked.signal, totalMs: RECALL_CHOICE.timeMs, silentMs: RECALL_CHOICE.timeMs },
      maxCharacters: RECALL_CHOICE.answerCharacters,
      onNeeded: () => {
        pending.hasGivenWay = true;
        pending.abort();
      },
    }),
  );
  const pending: PendingChoice = {
    ...{ request, drafts, result: null, hasGivenWay: false, abort: linked.abort },
    ended: sent.then((result) => {
      linked.release();
      pending.result = result;
    }),
  };
  context.recallChoice.pending = pending;
  // A client error surfaces when the result is collected; nothing awaits the promise before that.
  pending.ended.catch(() => undefined);
}

/** Stages what the light model chose, if its answer is there: from here on requests show it at this place. Never waits for it. */
export async function collectRecallChoice(context: RunContext): Promise<void> {
  const ended = await takeEnded(context);
  if (ended !== null) stageChoice(context, ended);
}

/**
 * Ends a question of an execution that ends. The choice is staged only if the run continues: no request of an `ended` one shows it,
 * but its call counts.
 */
export async function stopRecallChoice(context: RunContext, run: "continues" | "ended"): Promise<void> {
  const ended = await takeEnded(context);
  if (ended !== null) {
    const { request, result } = ended;
    if (run === "continues" || result.kind !== "answered") stageChoice(context, ended);
    else {
      stageHelperFinished(context, request, result);
      stageProblem(context, request, { problem: NOT_NEEDED, answer: maskedAnswer(context, result) });
    }
  }
  const { pending } = context.recallChoice;
  if (pending === null) return;
  context.recallChoice.pending = null;
  pending.abort();
  for (const draft of pending.drafts) context.writer.stage(draft);
  stageRejected(context, pending.request, { problem: NOT_NEEDED });
}

type EndedChoice = PendingChoice & { readonly result: ModelCallResult };

/** Returns the question that has ended, with the entries of its call staged; null for none, or one that is not answered yet. */
async function takeEnded(context: RunContext): Promise<EndedChoice | null> {
  const { pending } = context.recallChoice;
  if (pending === null || pending.result === null) return null;
  const { result } = pending;
  context.recallChoice.pending = null;
  await pending.ended;
  for (const draft of pending.drafts) context.writer.stage(draft);
  return { ...pending, result };
}

// eslint-disable-next-line local/no-prose-for-models -- People read it in the log.
const NOT_NEEDED = "The run needed no further call of its model.";
// eslint-disable-next-line local/no-prose-for-models -- People read it in the log.
const TOO_LATE = "The answer took too long.";

// eslint-disable-next-line local/no-prose-for-models -- People read it in the log.
const GAVE_WAY = "Another call waited for its place at the endpoint.";

function stageChoice(context: RunContext, { request, result, hasGivenWay }: EndedChoice): void {
  if (result.kind !== "answered") {
    const unanswered = hasGivenWay ? GAVE_WAY : TOO_LATE;
    stageRejected(context, request, {
      problem: result.kind === "failed" ? result.failure.message : unanswered,
    });
    return;
  }
  stageHelperFinished(context, request, result);
  const answer = maskedAnswer(context, result);
  const read = context.environment.recall?.choice?.read(answer, shownInContext(context));
  if (read === undefined) return;
  if (read.ok) stageRecall(context, read.recalled, request.callId);
  else stageProblem(context, request, { problem: read.problem, answer });
}

function maskedAnswer(
  { environment }: RunContext,
  { answer }: Extract<ModelCallResult, { kind: "answered" }>,
): string {
  return environment.redactor.redact(answer.text);
}

function stageRejected(context: RunContext, request: HelperCall, why: { readonly problem: string }): void {
  settleCall(context, request.callId, null);
  stageProblem(context, request, { ...why, answer: "" });
}

function stageProblem(
  { writer }: RunContext,
  { callId, goalId, purpose }: HelperCall,
  { problem, answer }: { readonly problem: string; readonly answer: string },
): void {
  writer.stage({
    ...{ kind: "event", type: "call.rejected", goalId },
    data: {
      ...{ callId, purpose, problem, willRetry: false },
      answer: answer.slice(0, SHOWN_REJECTION_CHARACTERS),
    },
  });
}
