import type { EntryDraft } from "../log/entry.ts";
import type { CallShape } from "./model/call-shape.ts";
import type { ModelCallResult } from "./model/call-model.ts";

/** A model call for a summary whose request is in the log and was not sent yet. */
export type SummaryCall = {
  readonly callId: string;
  readonly goalId: string;
  readonly call: CallShape;
  readonly body: string;
  readonly estimatedInput: number;
};

/** A summary that was requested beside the answers of a run. */
export type PendingSummary = {
  readonly request: SummaryCall;
  /** The last message that the request shows. */
  readonly toSequence: number;
  /** The entries of the call, held back until the run is between two calls: a log has one writer. */
  readonly drafts: EntryDraft[];
  readonly ended: Promise<void>;
  result: ModelCallResult | null;
  abort(): void;
};

/** The summary that one execution of a run prepares in the background, at most one at a time. */
export type BackgroundSummary = { pending: PendingSummary | null };
