import type { EntryDraft } from "../log/entry.ts";
import type { ModelCallResult } from "./model/call-model.ts";
import type { HelperCall } from "./pending-summary.ts";

/** A question to the light model that runs in parallel with the run's answers. */
export type PendingChoice = {
  readonly request: HelperCall;
  /** Entries of the call, kept back until the run is between two calls, because a log has one writer. */
  readonly drafts: EntryDraft[];
  readonly ended: Promise<void>;
  result: ModelCallResult | null;
  /** Whether it was given up because another call waited for its place at the endpoint. */
  hasGivenWay: boolean;
  abort(): void;
};

/** Holds the choice of one execution. */
export type RecallChoiceState = { pending: PendingChoice | null };
