import type { Entry } from "./entry.ts";

/**
 * A streamed piece of a running call. Not durable: streamed model output becomes its message, and live tool output ends with its result.
 * `callId` is the id of the model call, or of the tool call on channel `output`; channel `tool` carries the arguments of a tool call.
 * `offset` counts UTF-16 units of its channel so far; on channel `output` it may jump ahead when a tool writes faster than the reader
 * reads.
 */
export type Delta = {
  readonly kind: "delta";
  readonly traceId: string;
  readonly callId: string;
  readonly attempt: number;
  readonly channel: "text" | "reasoning" | "tool" | "output";
  readonly offset: number;
  readonly text: string;
};

/** A partially streamed attempt was abandoned: discard its deltas. */
export type DeltaWithdrawn = {
  readonly kind: "delta_withdrawn";
  readonly traceId: string;
  readonly callId: string;
  readonly attempt: number;
};

/**
 * A model call waits: for a place at its endpoint behind `ahead` others, or for room in a quota. `ahead` is null when it no longer waits.
 * Repeated every few seconds.
 */
export type CallWaiting = {
  readonly kind: "call_waiting";
  readonly traceId: string;
  readonly callId: string;
  readonly ahead: number | null;
  /** The used-up quota, such as `person.calls_per_minute`, and the calls that it allows. Default: it waits for a place. */
  readonly quota?: { readonly name: string; readonly limit: number };
};

/** The stream that database, web and CLI consume. */
export type Update = { readonly kind: "entry"; readonly entry: Entry } | Delta | DeltaWithdrawn | CallWaiting;
