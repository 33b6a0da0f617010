import type { EntryBase } from "./entry-base.ts";
import type { EventDefinition } from "./events/define-event.ts";
import type { EVENTS } from "./events/index.ts";
import type { RETIRED_EVENTS } from "./events/retired-events.ts";

export type {
  CacheBreak,
  CallPurpose,
  ContextReport,
  ContextSegment,
  RequestReference,
} from "./events/call-events.ts";
export type { LedgerLine } from "./events/compaction-events.ts";
export type { CompactionReason } from "./events/compaction-reason.ts";
export type { ProjectContextLayer } from "./events/context-events.ts";
export type { Todo } from "./events/goal-events.ts";
export type { DoomLoopAction, DoomLoopDetector } from "./events/loop-verdict.ts";
export type { UncoveredReason } from "./events/machine-events.ts";
export type { FileVersion } from "./events/tool-events.ts";
export type { EffectJournalLine } from "./events/trace-events.ts";

type Definition = (typeof EVENTS)[number];
type DataOf<D> = D extends EventDefinition<string, infer Data> ? Data : never;

/** The payload of each event type, inferred from its definition in `events`. */
export type RunEventPayloads = { readonly [D in Definition as D["type"]]: DataOf<D> };

export type RunEventType = keyof RunEventPayloads;

/** The event of each type. */
export type RunEventByType = {
  readonly [Type in RunEventType]: EntryBase & {
    readonly kind: "event";
    readonly type: Type;
    readonly data: RunEventPayloads[Type];
  };
};

/** Event types that are still written; the others are only read. */
export type WritableEventType = Exclude<RunEventType, RetiredEventType>;
type RetiredEventType = (typeof RETIRED_EVENTS)[number]["type"];

/** Everything in a run besides its messages. A discriminated union over `type`. */
export type RunEvent = RunEventByType[RunEventType];

/** An entry that this version does not know: kept raw, with its sequence, and shown as unknown. */
export type UnknownEntry = EntryBase & {
  readonly kind: "unknown";
  readonly type: string;
  readonly raw: unknown;
};
