import type { Clock, Ids } from "../ports/clock.ts";
import type { Entry, EntryDraft } from "./entry.ts";
import { versionOf } from "./entry-version.ts";

/** Numbers the entries of one trace. */
export type Sequencer = {
  /** Turns a draft into an entry with the next sequence. `goalId` overrides the draft's own. */
  stamp(draft: EntryDraft, goalId?: string): Entry;
  /** The sequence the next entry will get. */
  readonly next: number;
};

/**
 * Creates the one place where a trace's entries get id, sequence, version and time. `next` is the first sequence to give: one more than
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
      // Assigned to a copy: a literal that spreads drafts of many shapes and adds fields takes several times as long.
      const entry: Entry = Object.assign(
        { ...draft },
        {
          id: draft.id ?? options.ids.next(),
          traceId: options.traceId,
          sequence: next,
          version: versionOf(draft),
          at: options.clock.now(),
          goalId,
        },
      );
      next += 1;
      return entry;
    },
  };
}
