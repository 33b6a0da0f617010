import type { EntryBase } from "./entry-base.ts";
import type { Trust } from "./trust.ts";

/** One part of a message's content. Binary content is a blob, named by its hash. */
export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mediaType: string; readonly blob: string }
  | { readonly type: "file"; readonly name: string; readonly mediaType: string; readonly blob: string };

/** Token usage of one model call. `estimated` marks counts computed here because the provider sent none. */
export type Usage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly reasoningTokens: number;
  readonly estimated: boolean;
};

/** The finish reason in wire terms; `other` covers any unknown value. */
export type FinishReason = "stop" | "tool_calls" | "length" | "content_filter" | "other";

/**
 * One tool call as it will be sent back to the model: `id` is unique in the log and `arguments` is always the text of a JSON object.
 * `received` holds the original where it differed; `problem` explains why the call must not run.
 */
export type ToolCall = {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly received?: { readonly id?: string; readonly name?: string; readonly arguments?: string };
  readonly problem?: {
    readonly kind: "unknown_tool" | "not_json" | "not_an_object" | "schema" | "cut";
    readonly message: string;
  };
};

export type ToolOutcome = "ok" | "error" | "denied" | "cancelled" | "interrupted";

/**
 * Why a denied call did not run: a person denied it, no one decided in time, the run has no one to ask, a rule denied it, or its agent does
 * not have the tool.
 */
export type Refusal = "person" | "expired" | "no_approver" | "rule" | "no_right";

export type UserMessage = EntryBase & {
  readonly kind: "message";
  readonly role: "user";
  readonly parts: readonly ContentPart[];
  /** `runtime` marks a note of the runtime (a limit reached, a loop detected), `agent` the task that another agent gave this one. */
  readonly author: "person" | "runtime" | "agent";
  /** The signal that brought a message into a running turn; absent for the message that started the turn. */
  readonly signalId?: string;
  readonly description: string;
  readonly tokens: number;
};

export type AssistantMessage = EntryBase & {
  readonly kind: "message";
  readonly role: "assistant";
  readonly callId: string;
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCall[];
  readonly model: string;
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  /** US dollars; null when the model has no price. */
  readonly cost: number | null;
  readonly durationMs: number;
  readonly firstTokenMs: number | null;
  readonly description: string;
};

export type ToolMessage = EntryBase & {
  readonly kind: "message";
  readonly role: "tool";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly outcome: ToolOutcome;
  /** Only for the outcome `denied`; absent in older logs and for calls that the loop guard denied. */
  readonly refusal?: Refusal;
  /** One line for display. */
  readonly title: string;
  /** The text for the model. */
  readonly output: string;
  /** Short form that may replace the output in the history once the model has read it. */
  readonly longTermMemory?: string;
  readonly parts?: readonly ContentPart[];
  /** For the UI only: diff, table, exit code. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Trust of the output; absent in older logs. */
  readonly trust?: Trust;
  readonly durationMs: number;
  readonly description: string;
  readonly tokens: number;
};

export type Message = UserMessage | AssistantMessage | ToolMessage;
