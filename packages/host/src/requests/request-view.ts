import { describeCall, type Entry } from "@goaltrace/core/log";
import type { RequestKind, RequestState, RunRequestItem } from "@goaltrace/db";

/** A request of a run to people, as pages, REST and the command line show it. Times are milliseconds since the epoch. */
export type RequestView = {
  readonly traceId: string;
  readonly id: string;
  readonly kind: RequestKind;
  readonly state: RequestState;
  /** One line: the call, or the question. */
  readonly title: string;
  readonly askedAt: number;
  readonly expiresAt: number | null;
  readonly closedAt: number | null;
  readonly decidedBy: { readonly id: string; readonly name: string } | null;
  /** The person who started the run. */
  readonly person: { readonly id: string; readonly name: string };
  readonly conversation: { readonly id: string; readonly title: string } | null;
  readonly agent: string;
  /** The runs above a sub-agent that asks, the root first; empty for a root. */
  readonly ancestors: readonly RunAbove[];
  /** The first line of the task of a sub-agent that asks; null for a root. */
  readonly task: string | null;
  readonly folder: string | null;
  /** The entry that asks, and its goal; null when the log no longer has the entry. */
  readonly sequence: number | null;
  readonly goalId: string | null;
  readonly approval: ApprovalView | null;
  readonly question: { readonly text: string; readonly choices: readonly string[] } | null;
  readonly effect: EffectView | null;
};

/** A run above the one that asks. `task`: its first line, which distinguishes agents of the same name. */
export type RunAbove = { readonly traceId: string; readonly agent: string; readonly task: string };

/** A call whose process died while it ran. `arguments` is the text of a JSON object. */
export type EffectView = { readonly toolCallId: string; readonly tool: string; readonly arguments: string };

/** The call that an approval is about. `arguments` is the text of a JSON object exactly as it would run. */
export type ApprovalView = {
  readonly toolCallId: string;
  readonly tool: string;
  readonly arguments: string;
  /** The number of the answer with the call. */
  readonly step: number | null;
  /** Why a person must decide, as a sentence. */
  readonly reason: string;
  /** The parts of a compound call that ask, such as one of several commands; empty when the whole call asks. */
  readonly parts: readonly string[];
  /** `rule`, `mode` or `protected`; null in older logs. */
  readonly cause: string | null;
  readonly ruleId: string | null;
};

/** Returns a request with the content that its log still has. */
export function toRequestView(item: RunRequestItem): RequestView {
  const approval = toApproval(item);
  const question = toQuestion(item);
  const effect = toEffect(item);
  const { asked } = item;
  const call = approval ?? effect;
  const title =
    call === null ? (question?.text ?? "") : describeCall({ name: call.tool, arguments: call.arguments });
  return {
    ...{ traceId: item.traceId, id: item.id, kind: item.kind, state: item.state, title },
    ...{
      askedAt: item.askedAt,
      expiresAt: item.expiresAt,
      closedAt: item.closedAt,
      decidedBy: item.decidedBy,
    },
    person: { id: item.personId, name: item.personName },
    conversation:
      item.conversationId === null ? null : { id: item.conversationId, title: item.conversationTitle ?? "" },
    ...{ agent: item.agent, ancestors: item.ancestors, task: item.task, folder: item.projectFolder },
    ...{ sequence: asked?.sequence ?? null, goalId: asked?.goalId ?? null, approval, question, effect },
  };
}

function toApproval({ asked, answer }: RunRequestItem): ApprovalView | null {
  if (asked?.kind !== "event" || asked.type !== "approval.requested") return null;
  const { toolCallId, toolName, step = null, reason, parts = [], cause = null, ruleId = null } = asked.data;
  const text = argumentsOf(answer, toolCallId);
  return { toolCallId, tool: toolName, arguments: text, step, reason, parts, cause, ruleId };
}

function toEffect({ id, asked, answer }: RunRequestItem): EffectView | null {
  if (asked?.kind !== "event" || asked.type !== "trace.resumed") return null;
  const line = asked.data.journal.find(({ effectId }) => effectId === id);
  if (line === undefined) return null;
  const { toolCallId, toolName: tool } = line;
  return { toolCallId, tool, arguments: argumentsOf(answer, toolCallId) };
}

function argumentsOf(answer: Entry | null, toolCallId: string): string {
  const calls = answer?.kind === "message" && answer.role === "assistant" ? answer.toolCalls : [];
  return calls.find(({ id }) => id === toolCallId)?.arguments ?? "{}";
}

function toQuestion({ asked }: RunRequestItem): RequestView["question"] {
  if (asked?.kind !== "event" || asked.type !== "question.asked") return null;
  const { text, choices } = asked.data;
  return { text, choices };
}
