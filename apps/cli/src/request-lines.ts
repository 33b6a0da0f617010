import type { Entry, EventHandlers, ToolCall, ToolMessage } from "@goaltrace/core/log";
import { ASK_USER_TOOL, handleEvent } from "@goaltrace/core/log";
import { parseJson } from "@goaltrace/core/parse-json";
import { z } from "zod";

/** A run, with the first line of its task. */
type KnownRun = { readonly traceId: string; readonly agent: string; readonly task: string };

/** A call that people decide about. `arguments` is the text of a JSON object exactly as the model wrote it. */
type AskedCall = { readonly toolCallId: string; readonly tool: string; readonly arguments: string };

/** The subject of a request. The fields that do not belong to `kind` are null. */
type Subject = {
  readonly kind: "approval" | "question" | "effect";
  readonly approval: (AskedCall & { readonly reason: string; readonly parts: readonly string[] }) | null;
  readonly question: { readonly text: string; readonly choices: readonly string[] } | null;
  readonly effect: AskedCall | null;
};

/** A request of a run or one of its sub-agents to people, as `run --json` prints it: named as in `inbox --json`. */
export type RequestLine = Subject &
  Omit<KnownRun, "task"> & {
    /** Null when nobody could be asked. */
    readonly id: string | null;
    /** `open`, its end, or `no_approver` for a call that asked nobody and did not run. */
    readonly state: string;
    /** The runs above a sub-agent that asks, the root first; empty for a root. */
    readonly ancestors: readonly KnownRun[];
    /** The first line of the task of a sub-agent; null for a root. */
    readonly task: string | null;
    /** In milliseconds since the epoch; null for never. */
    readonly expiresAt: number | null;
  };

type OpenRequest = RequestLine & { readonly id: string };
type State = {
  /** Each run with the one above it. */
  readonly runs: Map<string, KnownRun & { readonly parentId: string | null }>;
  /** The newest calls of each run that has not ended. */
  readonly calls: Map<string, Map<string, ToolCall>>;
  readonly open: Map<string, OpenRequest>;
};

/** Creates a function that returns the requests which an entry opens or ends. Takes the entries of a run and all its sub-agents, in order. */
export function createRequestLines(): (entry: Entry) => readonly RequestLine[] {
  const state: State = { runs: new Map(), calls: new Map(), open: new Map() };
  return (entry) => {
    if (entry.kind === "event") return handleEvent(HANDLERS, state, entry) ?? [];
    if (entry.kind !== "message") return [];
    if (entry.role === "assistant")
      state.calls.set(entry.traceId, new Map(entry.toolCalls.map((call) => [call.id, call])));
    return entry.role === "tool" && entry.refusal === "no_approver" ? [unanswered(state, entry)] : [];
  };
}

const HANDLERS: EventHandlers<State, readonly RequestLine[]> = {
  "trace.started": ({ runs }, { traceId, data: { agent, task } }) => {
    if (!runs.has(traceId))
      runs.set(traceId, { traceId, agent: agent.name, task: firstLine(task), parentId: null });
    return [];
  },
  "child.spawned": ({ runs }, { traceId: parentId, data: { childTraceId: traceId, agent, prompt } }) => {
    runs.set(traceId, { traceId, agent, task: firstLine(prompt), parentId });
    return [];
  },
  "approval.requested": (state, { traceId, data }) => {
    const { approvalId: id, toolCallId, reason, parts = [], expiresAt } = data;
    const approval = { ...callOf(state, traceId, toolCallId), reason, parts };
    return [open(state, traceId, { id, expiresAt, ...approvalOf(approval) })];
  },
  "approval.decided": (state, { data: { approvalId, decision } }) => close(state, approvalId, decision),
  "approval.expired": (state, { data: { approvalId } }) => close(state, approvalId, "expired"),
  "question.asked": (state, { traceId, data: { questionId: id, text, choices, expiresAt } }) => [
    open(state, traceId, { id, expiresAt, ...questionOf(text, choices) }),
  ],
  "question.answered": (state, { data: { questionId, outcome } }) => close(state, questionId, outcome),
  "trace.resumed": (state, { traceId, data: { journal } }) =>
    journal.flatMap(({ effectId: id, toolCallId, expiresAt = null }) => {
      if (id === undefined) return [];
      const effect = callOf(state, traceId, toolCallId);
      return [
        open(state, traceId, { id, expiresAt, kind: "effect", approval: null, question: null, effect }),
      ];
    }),
  "effect.resolved": (state, { data: { effectId, resolution } }) =>
    effectId === undefined ? [] : close(state, effectId, resolution),
  "trace.finished": (state, { traceId }) => {
    state.calls.delete(traceId);
    return [...state.open.values()]
      .filter((request) => request.traceId === traceId)
      .flatMap(({ id }) => close(state, id, "withdrawn"));
  },
};

function open(
  state: State,
  traceId: string,
  asked: Subject & Pick<OpenRequest, "id" | "expiresAt">,
): OpenRequest {
  const request = { ...whoAsks(state, traceId), ...asked, state: "open" };
  state.open.set(asked.id, request);
  return request;
}

/** A request that ended before is not reported again. */
function close({ open: requests }: State, id: string, end: string): readonly RequestLine[] {
  const request = requests.get(id);
  requests.delete(id);
  return request === undefined ? [] : [{ ...request, state: end }];
}

/** A call that needed a person, or a question, where nobody can be asked. The first line of its result says why. */
function unanswered(state: State, { traceId, toolCallId, toolName, output }: ToolMessage): RequestLine {
  const call = callOf(state, traceId, toolCallId);
  const asked =
    toolName === ASK_USER_TOOL
      ? readQuestion(call)
      : approvalOf({ ...call, reason: firstLine(output), parts: [] });
  return { ...whoAsks(state, traceId), ...asked, id: null, expiresAt: null, state: "no_approver" };
}

/** The arguments of a call that asks. The runtime has checked them, unless its call was not among the entries. */
const questionSchema = z.object({ question: z.string(), choices: z.array(z.string()).default([]) });

function readQuestion(call: AskedCall): Subject {
  const read = questionSchema.safeParse(parseJson(call.arguments));
  return read.success ? questionOf(read.data.question, read.data.choices) : questionOf("", []);
}

function approvalOf(approval: NonNullable<Subject["approval"]>): Subject {
  return { kind: "approval", approval, question: null, effect: null };
}

function questionOf(text: string, choices: readonly string[]): Subject {
  return { kind: "question", approval: null, question: { text, choices }, effect: null };
}

function callOf({ calls }: State, traceId: string, toolCallId: string): AskedCall {
  const call = calls.get(traceId)?.get(toolCallId);
  return { toolCallId, tool: call?.name ?? "", arguments: call?.arguments ?? "{}" };
}

function whoAsks(
  { runs }: State,
  traceId: string,
): Pick<RequestLine, "traceId" | "agent" | "ancestors" | "task"> {
  const run = runs.get(traceId);
  const ancestors: KnownRun[] = [];
  for (let above = runs.get(run?.parentId ?? ""); above !== undefined; above = runs.get(above.parentId ?? ""))
    ancestors.unshift({ traceId: above.traceId, agent: above.agent, task: above.task });
  return {
    ...{ traceId, agent: run?.agent ?? "", ancestors },
    task: ancestors.length === 0 ? null : (run?.task ?? null),
  };
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
