import type { Failure } from "../errors.ts";
import type { FinishReason, Usage } from "../log/message.ts";
import type { CompactionThresholds } from "../log/trace.ts";

/** What is sent: the body is final JSON text, so that what was sent is what the log can rebuild. */
export type ModelRequest = {
  readonly callId: string;
  readonly model: string;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Called for each streamed piece, in order. */
  onDelta(delta: { readonly channel: "text" | "reasoning" | "tool"; readonly text: string }): void;
};

/** Raw tool call as the model wrote it, before repair and validation. */
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
  /** null when the provider sent none; then the runtime counts. */
  readonly usage: Usage | null;
  readonly firstTokenMs: number | null;
};

/** One attempt's outcome as a value. `retry` says whether the same request may be sent again, and when at the earliest. */
export type ModelOutcome =
  | { readonly ok: true; readonly answer: ModelAnswer }
  | {
      readonly ok: false;
      readonly failure: Failure;
      /** `as_text`: the endpoint takes no tools for this model; the same turn may be asked for with calls in writing. */
      readonly retry: "no" | "after_backoff" | "context_too_long" | "as_text";
      readonly retryAfterMs: number | null;
      /** True when part of an answer had been streamed already. */
      readonly streamed: boolean;
    };

/** How to talk to one model: its window in tokens, price in dollars per million tokens (null = unknown) and provider quirks by name. */
export type ModelProfile = {
  readonly reference: string;
  /** The model name in the request. */
  readonly wireName: string;
  readonly contextWindow: number;
  /** Thresholds of compaction that were set for this model; absent ones are shares of the window. */
  readonly thresholds?: CompactionThresholds;
  readonly price: { readonly input: number; readonly cachedInput: number; readonly output: number } | null;
  readonly quirks: string;
  readonly label: string;
  readonly scripted: boolean;
};

/** One attempt against one model. Retries, fallbacks and logging belong to the loop. Never throws but for defects. */
export interface ModelClient {
  readonly profile: ModelProfile;
  attempt(request: ModelRequest): Promise<ModelOutcome>;
}

/** Finds the client of a configured model; a Failure (MODEL_NOT_CONFIGURED …) when there is none. */
export interface ModelDirectory {
  resolve(workspaceId: string, reference: string): Promise<ModelClient | Failure>;
}
