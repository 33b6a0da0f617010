import type { Entry } from "./entry.ts";

/** A streamed piece of what will become an assistant message. Not durable. `offset` counts UTF-16 units of its channel so far (M2). */
export type Delta = {
  readonly kind: "delta";
  readonly traceId: string;
  readonly callId: string;
  readonly attempt: number;
  readonly channel: "text" | "reasoning" | "tool";
  readonly offset: number;
  readonly text: string;
};

/** A half-streamed attempt was given up: forget what its deltas said (R4). */
export type DeltaWithdrawn = {
  readonly kind: "delta_withdrawn";
  readonly traceId: string;
  readonly callId: string;
  readonly attempt: number;
};

/** The one stream that database, web and CLI consume (M9). */
export type Update = { readonly kind: "entry"; readonly entry: Entry } | Delta | DeltaWithdrawn;
