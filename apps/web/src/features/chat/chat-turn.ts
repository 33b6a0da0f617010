import type { GoalTree } from "@goaltrace/core/goals";
import type { OutputPiece, RunEventPayloads, Trace, TraceStatus } from "@goaltrace/core/log";
import type { Messages } from "../../lib/generated/messages.ts";

/** How a tool call stands. `waiting` has not started yet; the rest after `running` is how it ended. */
export type CallStatus = "waiting" | "running" | "ok" | "error" | "denied" | "cancelled" | "interrupted";

/** One call of a tool, as a row. Times in milliseconds; sequences lead to the trace. */
export type ToolRow = {
  readonly id: string;
  /** Of the message that asked for it. */
  readonly sequence: number;
  readonly name: string;
  /** Its first argument, one line. */
  readonly argument: string;
  readonly status: CallStatus;
  readonly startedAt: number | null;
  readonly durationMs: number | null;
  /** One line about the outcome; empty while there is none. */
  readonly title: string;
  readonly output: string;
  readonly diff: string | null;
  readonly lines: { readonly added: number; readonly removed: number } | null;
  /** The end of what a running tool prints; null while there is nothing, and once there is a result. */
  readonly liveOutput: OutputPiece | null;
};

/** Something that happened beside the conversation, told in one quiet line. */
export type TurnNote =
  | { readonly type: "limit"; readonly data: RunEventPayloads["limit.reached"] }
  | { readonly type: "loop"; readonly data: RunEventPayloads["loop.detected"] }
  | { readonly type: "compaction"; readonly data: RunEventPayloads["compaction.finished"] }
  /** A text of `chat.note.plain` with its values. */
  | {
      readonly type: "plain";
      readonly text: keyof Messages["chat"]["note"]["plain"];
      readonly values: Readonly<Record<string, string | number>>;
    };

/** What a turn shows below the person's message. `key` stays the same from the first streamed sign to the finished text. */
export type TurnItem =
  | {
      readonly kind: "reasoning";
      readonly key: string;
      readonly sequence: number;
      readonly text: string;
      readonly durationMs: number | null;
      readonly live: boolean;
    }
  | {
      readonly kind: "text";
      readonly key: string;
      readonly sequence: number;
      readonly text: string;
      readonly live: boolean;
    }
  | {
      readonly kind: "tools";
      readonly key: string;
      readonly sequence: number;
      readonly rows: readonly ToolRow[];
    }
  | { readonly kind: "note"; readonly key: string; readonly sequence: number; readonly note: TurnNote };

/** The model call that is being answered right now: what was streamed of it so far. */
export type LiveCall = {
  readonly callId: string;
  readonly attempt: number;
  readonly startedAt: number | null;
  readonly text: string;
  readonly reasoning: string;
  /** The model is writing the arguments of a tool call. */
  readonly callingTool: boolean;
};

/** The sums of one turn. `cost` is in US dollars, null when a call had no price. */
export type TurnTotals = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly cost: number | null;
  readonly calls: number;
};

/** How full a model's context is, in tokens. */
export type TurnContext = { readonly tokens: number; readonly window: number };

/** One message of the person and everything done about it: one trace of the conversation. */
export type Turn = {
  readonly traceId: string;
  readonly firstSequence: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly status: TraceStatus;
  readonly failure: Trace["failure"];
  /** Null until the message was read; `attachments` are the names of what came with it. */
  readonly asked: {
    readonly text: string;
    readonly attachments: readonly string[];
    readonly at: number;
  } | null;
  readonly model: string | null;
  readonly step: number;
  readonly items: readonly TurnItem[];
  readonly live: LiveCall | null;
  /** The call that was answered last: what still streams in for it comes too late. */
  readonly answeredCallId: string | null;
  readonly totals: TurnTotals;
  /** What the last call held; null before the first. */
  readonly context: TurnContext | null;
  /** The history is being summarised. */
  readonly compacting: boolean;
  /** The plan as this turn leaves it. */
  readonly goals: GoalTree;
};

/** A conversation folded from its log. */
export type ChatLog = { readonly turns: readonly Turn[]; readonly lastSequence: number };
