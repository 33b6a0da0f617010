import type { Entry } from "./entry.ts";

/**
 * A streamed piece of a running call. Not durable: what a model streams becomes its message, and the output of a tool is gone with its
 * result. `callId` is the id of the model call, or of the tool call on channel `output`; `tool` carries the arguments that a model writes.
 * `offset` counts UTF-16 units of its channel so far; on channel `output` it may jump ahead, where a tool wrote faster than anyone
 * could read.
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

/** A half-streamed attempt was given up: forget what its deltas said. */
export type DeltaWithdrawn = {
  readonly kind: "delta_withdrawn";
  readonly traceId: string;
  readonly callId: string;
  readonly attempt: number;
};

/** The one stream that database, web and CLI consume. */
export type Update = { readonly kind: "entry"; readonly entry: Entry } | Delta | DeltaWithdrawn;
