import type { AppliedGoalOperation } from "../goals/goal.ts";
import { describeAssistant, describeTool, describeUser } from "../log/describe.ts";
import type { EntryDraft } from "../log/entry.ts";
import type { ToolCall, ToolOutcome } from "../log/message.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import { spillResult } from "./spill.ts";
import type { View } from "../context/view.ts";

/** One message of a transcript in OpenAI's format. Non-text parts are ignored; system messages count as instructions. */
export type TranscriptMessage = {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
};

/** The log, with its view, that receives the messages of a transcript. */
type TranscriptLog = {
  readonly tokenizer: Tokenizer;
  readonly view: View;
  /** The goal in focus; new messages belong to it. */
  readonly goalId: string;
  /** The changes to the plan that a call made. */
  planChanges(call: ToolCall): readonly AppliedGoalOperation[];
  /** Tokens that the next result of a step with this many calls may take. */
  resultLimit(calls: number): number;
  stage(draft: EntryDraft): void;
  stageBlob(text: string): string;
  sha256(text: string): string;
  nextId(): string;
};

/** Stages the entries that a run would have written for a message. A long result is spilled first; changes to the plan come before their result. */
export function addTranscriptMessage(message: TranscriptMessage, log: TranscriptLog): void {
  const text = transcriptText(message.content);
  if (message.role === "assistant") addAnswer(message, text, log);
  else if (message.role === "tool") addResult(message, text, log);
  else {
    const parts = [{ type: "text", text }] as const;
    log.stage({
      kind: "message",
      role: "user",
      author: "person",
      goalId: log.goalId,
      parts,
      description: describeUser(parts),
      tokens: log.tokenizer.count(text),
    });
  }
}

function addAnswer(message: TranscriptMessage, text: string, log: TranscriptLog): void {
  const toolCalls: readonly ToolCall[] = (message.tool_calls ?? []).map((call) => ({
    id: call.id,
    name: call.function.name,
    arguments: call.function.arguments,
  }));
  log.stage({
    kind: "message",
    role: "assistant",
    goalId: log.goalId,
    callId: log.nextId(),
    text,
    reasoning: "",
    toolCalls,
    model: "transcript",
    finishReason: toolCalls.length > 0 ? "tool_calls" : "stop",
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, estimated: true },
    cost: null,
    durationMs: 0,
    firstTokenMs: null,
    description: describeAssistant({ text, reasoning: "", toolCalls }),
  });
}

function addResult(message: TranscriptMessage, text: string, log: TranscriptLog): void {
  const toolCallId = message.tool_call_id ?? "";
  const call = log.view.calls.get(toolCallId);
  const toolName = call?.name ?? "tool";
  const { goalId } = log;
  const operations = call === undefined ? [] : log.planChanges(call);
  if (operations.length > 0)
    log.stage({ kind: "event", type: "goals.changed", goalId, data: { operations, toolCallId } });
  const calls = stepCallCount(log.view);
  const spilled = spillResult(text, {
    limit: log.resultLimit(calls),
    sha256: log.sha256,
    count: (part) => log.tokenizer.count(part),
  });
  const output = spilled?.text ?? text;
  const tokens = log.tokenizer.count(output);
  if (spilled !== null)
    log.stage({
      kind: "event",
      type: "result.spilled",
      goalId,
      data: {
        toolCallId,
        toolName,
        blob: log.stageBlob(text),
        characters: text.length,
        shownCharacters: spilled.shownCharacters,
        tokens,
      },
    });
  const outcome: ToolOutcome = /^\s*error\b/iu.test(text) ? "error" : "ok";
  log.stage({
    kind: "message",
    role: "tool",
    goalId,
    toolCallId,
    toolName,
    outcome,
    title: toolName,
    output,
    durationMs: 0,
    tokens,
    description: describeTool({ toolName, title: toolName, outcome }),
  });
}

/** The number of calls in the newest answer; their results share the limit of the step. */
function stepCallCount(view: View): number {
  const answer = view.items.findLast(({ message }) => message.role === "assistant")?.message;
  return answer?.role === "assistant" ? answer.toolCalls.length : 1;
}

/** The text parts of a message's content, joined. */
export function transcriptText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part: unknown) => (isText(part) ? [part.text] : [])).join("\n\n");
}

function isText(part: unknown): part is { readonly text: string } {
  return typeof part === "object" && part !== null && "text" in part && typeof part.text === "string";
}
