import type { EntryDraft } from "../log/entry.ts";
import type { CallPurpose } from "../log/run-event.ts";
import type { CallShape } from "./model/call-shape.ts";
import type { ModelCallResult } from "./model/call-model.ts";

/** A call that helps the runtime: its answer becomes no message. Its request is in the log but has not been sent yet. */
export type HelperCall = {
  readonly callId: string;
  readonly goalId: string;
  readonly purpose: CallPurpose;
  readonly call: CallShape;
  readonly body: string;
  readonly estimatedInput: number;
};

/** A summary call that runs in parallel with the run's answers. */
export type PendingSummary = {
  readonly request: HelperCall;
  /** Sequence of the last message in the request. */
  readonly toSequence: number;
  /** Entries of the call, kept back until the run is between two calls, because a log has one writer. */
  readonly drafts: EntryDraft[];
  readonly ended: Promise<void>;
  result: ModelCallResult | null;
  abort(): void;
};

/** Holds the background summary of one execution, at most one at a time. */
export type BackgroundSummary = { pending: PendingSummary | null };
