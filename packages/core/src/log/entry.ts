import type { Message } from "./message.ts";
import type { RunEvent, RunEventByType, UnknownEntry, WritableEventType } from "./run-event.ts";

/** One durable item of a log. */
export type Entry = Message | RunEvent | UnknownEntry;

/** An entry before the sequencer adds id, trace, sequence, version and time. Retired event types are never written. */
export type EntryDraft = DistributiveOmit<
  Message | RunEventByType[WritableEventType],
  "id" | "traceId" | "sequence" | "version" | "at"
> & { readonly id?: string };

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
