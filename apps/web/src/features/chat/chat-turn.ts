import type { GoalTree } from "@goaltrace/core/goals";
import type {
  Budget,
  LengthFold,
  OutputPiece,
  RunEventPayloads,
  ToolMessage,
  Trace,
  TraceStatus,
} from "@goaltrace/core/log";
import type { CallWait } from "../../lib/call-wait.ts";
import type { Messages } from "../../lib/generated/messages.ts";

/** The status of a tool call. `waiting` means not started yet; every status after `running` is final. */
export type CallStatus = "waiting" | "running" | "ok" | "error" | "denied" | "cancelled" | "interrupted";

/** A sub-agent that a call started, as the log of its parent describes it. */
export type ChildRow = {
  readonly traceId: string;
  readonly agent: string;
  /** Its task on one line. */
  readonly task: string;
  readonly startedAt: number;
  /** The limits of its agent on tokens and time; null without any. */
  readonly budget: Budget | null;
  /** The branches that are merged together; null for a single sub-agent. */
  readonly branches: {
    readonly index: number;
    readonly count: number;
    readonly merge: "all" | "best" | "vote";
  } | null;
  /** Null while it works. `answer` is the first line of its last text, `calls` the number of its answers. */
  readonly end: {
    readonly status: "completed" | "failed" | "cancelled" | "interrupted";
    readonly answer: string;
    readonly failure: string | null;
    readonly calls: number;
    readonly tokens: number;
    readonly cost: number | null;
    readonly at: number;
    readonly unverified: number;
  } | null;
};

/** An image that a call returned: the hash of its bytes, which the server stores. */
export type ResultImage = { readonly mediaType: string; readonly blob: string };

/** A text of a result, or its start: `total` is its length in characters. */
export type ResultText = {
  readonly field: "output" | "metadata.diff";
  readonly text: string;
  readonly total: number;
};

/** One tool call, shown as a row. Times are in milliseconds; sequences link to the trace. */
export type ToolRow = {
  readonly id: string;
  /** The sequence of the message that requested the call. */
  readonly sequence: number;
  readonly name: string;
  /** The first argument, on one line: as a person changed it, if one did. */
  readonly argument: string;
  /** That of the model, where a person changed the arguments before they approved them; null otherwise. */
  readonly original: string | null;
  readonly status: CallStatus;
  /** Why a denied call did not run; null for other calls, in older logs, and for repeated calls. */
  readonly refusal: NonNullable<ToolMessage["refusal"]> | null;
  readonly startedAt: number | null;
  readonly durationMs: number | null;
  /** A one-line outcome; empty while there is none. */
  readonly title: string;
  /** Why it failed or did not run, in a few words; empty otherwise. */
  readonly reason: string;
  /** The sequence of its result; null without one. */
  readonly resultSequence: number | null;
  readonly output: ResultText;
  readonly images: readonly ResultImage[];
  readonly diff: ResultText | null;
  readonly lines: { readonly added: number; readonly removed: number } | null;
  /** The sandbox that a command ran in; null for other calls, whose diff stands for their output. */
  readonly sandbox: "enforcing" | "partial" | "none" | null;
  /** The tail of a running tool's output; null before the first output and after the result. */
  readonly liveOutput: OutputPiece | null;
  /** The sub-agents that it started, branches in their order. */
  readonly children: readonly ChildRow[];
};

/** A runtime event, shown as one quiet line. */
export type TurnNote =
  | { readonly type: "limit"; readonly data: RunEventPayloads["limit.reached"] }
  | { readonly type: "loop"; readonly data: RunEventPayloads["loop.detected"] }
  | { readonly type: "compaction"; readonly data: RunEventPayloads["compaction.finished"] }
  /** An entry that the agent saved, or that waits for a review. */
  | {
      readonly type: "memory";
      readonly id: string;
      readonly name: string;
      readonly outcome: RunEventPayloads["memory.written"]["operation"] | "held";
    }
  /** A message of `chat.note.plain` with its values. */
  | {
      readonly type: "plain";
      readonly text: keyof Messages["chat"]["note"]["plain"];
      readonly values: Readonly<Record<string, string | number>>;
    };

/**
 * A change to the plan, or what was learned about its steps; `sequence` is its entry. A goal that ended carries its number at that time; null for
 * an abandoned one.
 */
export type PlanChange = { readonly sequence: number } & (
  | { readonly kind: "planned"; readonly titles: readonly string[] }
  | {
      readonly kind: "ended";
      readonly number: string | null;
      readonly title: string;
      readonly status: "completed" | "failed" | "abandoned";
      /** The summary or reason; empty without one. */
      readonly text: string;
      /** Whether its completion was confirmed; null if nothing was checked. */
      readonly verified: boolean | null;
    }
  | { readonly kind: "revised"; readonly reason: string }
  | { readonly kind: "lesson"; readonly text: string }
  /** A check found what a goal, or the whole run (number null), still misses. */
  | { readonly kind: "missing"; readonly number: string | null; readonly text: string }
  /** A review of the answer with `count` findings to fix; `absent` if it did not take place. */
  | {
      readonly kind: "reviewed";
      readonly round: number;
      readonly outcome: "accept" | "revise" | "absent";
      readonly count: number;
      readonly text: string;
    }
);

/** Changes to the plan, in the order of the log. */
export type PlanChanges = readonly PlanChange[];

/** An item of a turn, shown below the person's message. `key` is stable from the first delta to the finished text. */
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
  /** A message that a person sent while the run worked, where the model read it. */
  | {
      readonly kind: "steered";
      readonly key: string;
      readonly sequence: number;
      readonly text: string;
      readonly at: number;
    }
  /** Changes to the plan that follow each other. */
  | { readonly kind: "plan"; readonly key: string; readonly sequence: number; readonly changes: PlanChanges }
  | { readonly kind: "note"; readonly key: string; readonly sequence: number; readonly note: TurnNote };

/** The model call in progress, with the output streamed so far. */
export type LiveCall = {
  readonly callId: string;
  readonly attempt: number;
  readonly startedAt: number | null;
  readonly text: string;
  readonly reasoning: string;
  /** The model is writing the arguments of a tool call. */
  readonly callingTool: boolean;
  /** The wait of the call before it is sent; null when it does not wait. */
  readonly wait: CallWait | null;
};

/** The totals of one turn. `cost` is in US dollars; null when a call had no price. */
export type TurnTotals = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly cost: number | null;
  readonly calls: number;
};

/** The context usage of a model call, in tokens. */
export type TurnContext = { readonly tokens: number; readonly window: number };

/** A person's message and the work that follows it: one trace of the conversation. */
export type Turn = {
  readonly traceId: string;
  readonly firstSequence: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Its duration so far, from the message to the latest entry. */
  readonly length: LengthFold;
  readonly status: TraceStatus;
  readonly failure: Trace["failure"];
  /** Null until the message was read. `attachments` are file names. */
  readonly asked: {
    readonly text: string;
    readonly attachments: readonly string[];
    readonly at: number;
  } | null;
  readonly model: string | null;
  readonly step: number;
  readonly items: readonly TurnItem[];
  readonly live: LiveCall | null;
  /** The last finished call. Later deltas of this call are ignored. */
  readonly answeredCallId: string | null;
  readonly totals: TurnTotals;
  /** The context usage of the last call; null before the first call. */
  readonly context: TurnContext | null;
  /** Whether a compaction is in progress. */
  readonly compacting: boolean;
  /** The plan at the end of this turn. */
  readonly goals: GoalTree;
};

/** A conversation, folded from its log. */
export type ChatLog = { readonly turns: readonly Turn[]; readonly lastSequence: number };
