/** What every durable item of a log has. `at` is milliseconds since the epoch; `sequence` is gap-free per resolved log. */
export type EntryBase = {
  readonly id: string;
  readonly traceId: string;
  readonly sequence: number;
  readonly version: number;
  readonly at: number;
  /** The goal in focus when it was written. */
  readonly goalId: string;
};
