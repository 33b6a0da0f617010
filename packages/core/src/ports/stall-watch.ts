/** A time during which the event loop of the process ran nothing else, so that every run of the process waited. */
export type Stall = {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** The run whose code was running; null if it was none or is unknown. */
  readonly traceId: string | null;
  /** The functions that were running, innermost first, as `name (file:line)`. Empty if unknown. */
  readonly stack: readonly string[];
};

/** Watches the event loop of the process and attributes its stalls to runs. */
export interface StallWatch {
  /** Calls `work` so that stalls during it, up to its end, are attributed to the run. */
  attribute<Result>(traceId: string, work: () => Promise<Result>): Promise<Result>;
  /** Calls `listener` after the end of each stall until the returned function is called. */
  onStall(listener: (stall: Stall) => void): () => void;
}
