/** Fields common to every durable item of a log. `at` is in milliseconds since the epoch; `sequence` is gap-free per resolved log. */
export type EntryBase = {
  readonly id: string;
  readonly traceId: string;
  readonly sequence: number;
  readonly version: number;
  readonly at: number;
  /** The goal in focus when the entry was written. */
  readonly goalId: string;
};
