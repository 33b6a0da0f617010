import type { Failure } from "../errors.ts";
import type { FinishReason, Usage } from "../log/message.ts";
import type { CompactionThresholds } from "../log/trace.ts";

/** One model request. The body is the final JSON text, so that the log can rebuild exactly the bytes that were sent. */
export type ModelRequest = {
  readonly callId: string;
  readonly model: string;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Called in order for each streamed piece. */
  onDelta(delta: { readonly channel: "text" | "reasoning" | "tool"; readonly text: string }): void;
};

/** A raw tool call as the model wrote it, before repair and validation. */
export type ReceivedToolCall = {
  readonly id: string | null;
  readonly name: string;
  readonly arguments: string;
};

export type ModelAnswer = {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ReceivedToolCall[];
  readonly finishReason: FinishReason;
  /** True if the client ended the answer because it exceeded its limits; the finish reason is then `length`. Default: false. */
  readonly isCut?: boolean;
  /** Number of pieces of the stream that could not be read and were left out. Default: 0. */
  readonly unreadablePieces?: number;
  /** Null if the provider sent none; the runtime then estimates it. */
  readonly usage: Usage | null;
  readonly firstTokenMs: number | null;
};

/** The outcome of one attempt. `retry` states whether the request may be sent again; `retryAfterMs` is the earliest time. */
export type ModelOutcome =
  | { readonly ok: true; readonly answer: ModelAnswer }
  | {
      readonly ok: false;
      readonly failure: Failure;
      /** `as_text`: the endpoint rejects native tools for this model; the same turn may be retried with text tools. */
      readonly retry: "no" | "after_backoff" | "context_too_long" | "as_text";
      readonly retryAfterMs: number | null;
      /** True if part of an answer was already streamed. */
      readonly streamed: boolean;
      /** The window in tokens that the endpoint names when it refuses a length. Default: it names none. */
      readonly contextWindow?: number;
    };

/** The properties of one model: window in tokens, price in dollars per million tokens (null = unknown), provider quirks by name. */
export type ModelProfile = {
  readonly reference: string;
  /** The model name in the request. */
  readonly wireName: string;
  readonly contextWindow: number;
  /** The window in tokens that a refusal in an earlier run taught. Default: none did. */
  readonly learnedWindow?: number;
  /** Compaction thresholds set for this model; missing ones default to shares of the window. */
  readonly thresholds?: CompactionThresholds;
  readonly price: { readonly input: number; readonly cachedInput: number; readonly output: number } | null;
  readonly quirks: string;
  readonly label: string;
  readonly scripted: boolean;
};

/** The window that an endpoint's refusal teaches: the number in its message, or a guess from the size of the refused request. */
export type LearnedWindow = {
  /** In tokens. */
  readonly contextWindow: number;
  readonly source: "message" | "refused_size";
};

/** A call that needs a place at an endpoint. */
export type EndpointCaller = {
  readonly workspaceId: string;
  readonly personId: string;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /**
   * Makes it a spare call, which is admitted after all others. Called once when another call waits for the place that it holds: it should end now.
   * @default the call keeps its place
   */
  readonly onNeeded?: () => void;
  /** Called when the call has to wait, and again every few seconds, with the number of calls that will be admitted before it. */
  onWaiting(ahead: number): void;
};

/** A place at an endpoint, or the reason why there is none. `leave` gives the place back; further calls of it have no effect. */
export type EndpointAdmission =
  | { readonly admitted: true; leave(): void }
  | { readonly admitted: false; readonly failure: Failure };

/** Makes single attempts against one model. The loop handles retries, fallbacks and logging. Throws only on bugs. */
export interface ModelClient {
  readonly profile: ModelProfile;
  /** Waits for a place at the endpoint; each attempt needs one. Undefined for an endpoint without a limit. Never rejects. */
  readonly enter?: (caller: EndpointCaller) => Promise<EndpointAdmission>;
  /** Keeps a learned window for later runs, which find it in the profile. Never rejects. Undefined where nothing is kept. */
  readonly keepWindow?: (learned: LearnedWindow) => Promise<void>;
  attempt(request: ModelRequest): Promise<ModelOutcome>;
}

/** Finds the client of a configured model; returns a Failure such as MODEL_NOT_CONFIGURED if there is none. */
export interface ModelDirectory {
  resolve(workspaceId: string, reference: string): Promise<ModelClient | Failure>;
}
