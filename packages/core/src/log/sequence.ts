import type { Clock, Ids } from "../ports/clock.ts";
import type { Entry, EntryDraft } from "./entry.ts";
import { entryVersion } from "./entry-version.ts";

/** Numbers the entries of one trace. */
export type Sequencer = {
  /** Completes a draft with the next sequence. `goalId` overrides the draft's own. */
  stamp(draft: EntryDraft, goalId?: string): Entry;
  /** The sequence of the next entry. */
  readonly next: number;
};

/**
 * Creates the single source of id, sequence, version and time for a trace's entries. `next` is the first sequence to assign: one more than
 * the last durable one, or than the origin's sequence for a trace that continues or forks another.
 */
export function createSequencer(options: {
  readonly traceId: string;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly next: number;
}): Sequencer {
  let next = options.next;
  return {
    get next() {
      return next;
    },
    stamp(draft, goalId = draft.goalId) {
      // Assigning to a copy is several times faster than a literal that spreads drafts of many shapes and adds fields.
      const entry: Entry = Object.assign(
        { ...draft },
        {
          id: draft.id ?? options.ids.next(),
          traceId: options.traceId,
          sequence: next,
          version: entryVersion(draft),
          at: options.clock.now(),
          goalId,
        },
      );
      next += 1;
      return entry;
    },
  };
}
