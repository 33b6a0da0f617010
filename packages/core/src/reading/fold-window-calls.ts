import { scaleReport } from "../context/report.ts";
import { compareContexts, type ComparedContext } from "../diagnose/compare-contexts.ts";
import type { FilledWindow, WindowCall } from "../diagnose/window-calls.ts";
import { isAnswerCall } from "../log/answer-call.ts";
import type { Entry } from "../log/entry.ts";
import type { ContextReport } from "../log/run-event.ts";

type Sent = ComparedContext & { readonly callId: string };
type Draft = {
  call: WindowCall;
  readonly sent: Sent;
  readonly previous: Sent | null;
};

/** The calls of a log so far. Grows with `addWindowEntry`, and holds no report but those of the last calls. */
export type WindowFold = {
  readonly calls: WindowCall[];
  /** Index by call of those without an answer. */
  readonly open: Map<string, Draft & { readonly index: number }>;
  /** The last two requests of each kind of call: a model that stepped in is compared with the call before. */
  readonly last: Map<boolean, readonly Sent[]>;
};

export function createWindowFold(): WindowFold {
  return { calls: [], open: new Map(), last: new Map() };
}

/** Adds an entry. Entries come in order. Amortized O(segments of the request). */
export function addWindowEntry(fold: WindowFold, entry: Entry): void {
  if (entry.kind === "event" && entry.type === "call.started") addRequest(fold, entry);
  else if (entry.kind === "message" && entry.role === "assistant") addAnswer(fold, entry);
}

function addRequest(
  fold: WindowFold,
  { sequence, at, goalId, data }: Extract<Entry, { readonly type: "call.started" }>,
): void {
  const { callId, purpose, request, report } = data;
  const replaced = fold.open.get(callId);
  if (replaced) fold.calls[replaced.index] = { ...replaced.call, replacedAt: sequence };
  const isAnswer = isAnswerCall(purpose);
  const before = fold.last.get(isAnswer) ?? [];
  const sent: Sent = { callId, model: request.model, report };
  const previous = before.findLast((candidate) => candidate.callId !== callId) ?? null;
  fold.last.set(isAnswer, previous === null ? [sent] : [previous, sent]);
  const call: WindowCall = {
    ...{ callId, startedSequence: sequence, startedAt: at, goalId, purpose },
    ...{ model: request.model, window: report.window, answer: null, replacedAt: null },
    sent: fill(sent, previous, { shown: report, cachedTokens: null }),
  };
  fold.open.set(callId, { call, sent, previous, index: fold.calls.length });
  fold.calls.push(call);
}

function addAnswer(fold: WindowFold, message: Extract<Entry, { readonly role: "assistant" }>): void {
  const draft = message.callId === null ? undefined : fold.open.get(message.callId);
  if (draft === undefined) return;
  fold.open.delete(draft.call.callId);
  const { usage, cost, sequence } = message;
  const exact = !usage.estimated;
  const { report } = draft.sent;
  fold.calls[draft.index] = {
    ...draft.call,
    answer: {
      ...{ sequence, outputTokens: usage.outputTokens, cost },
      filled: fill(draft.sent, draft.previous, {
        shown: exact ? scaleReport(report, usage.inputTokens) : report,
        cachedTokens: exact ? usage.cachedTokens : null,
      }),
    },
  };
}

function fill(
  sent: Sent,
  previous: Sent | null,
  counted: { readonly shown: ContextReport; readonly cachedTokens: number | null },
): FilledWindow {
  const { rows, break: broken } = compareContexts({ ...sent, ...counted }, previous);
  return {
    tokens: counted.shown.totalTokens,
    cachedTokens: counted.cachedTokens ?? 0,
    exact: counted.shown.exact,
    parts: rows.flatMap(({ kind, tokens, cachedTokens }) =>
      tokens > 0 ? [{ kind, tokens, cachedTokens }] : [],
    ),
    break: broken,
  };
}
