import type { Delta } from "@goaltrace/core/log";

/** The ranges of running tools' output that a watcher has already received. */
export type SentOutput = {
  /** Returns the parts of a delta that the watcher does not have, and marks them as sent. */
  take(delta: Delta): readonly Delta[];
};

type Range = { readonly attempt: number; readonly start: number; readonly end: number };

/**
 * Creates the record of one watcher. The stored tail of an output and its live deltas overlap: a delta may start before the sent range and
 * end after it. After a gap the record starts over.
 */
export function createSentOutput(): SentOutput {
  const sent = new Map<string, Range>();
  return {
    take(delta) {
      const { callId, attempt, offset } = delta;
      const end = offset + delta.text.length;
      const range = sent.get(callId);
      if (range !== undefined && attempt < range.attempt) return [];
      if (range === undefined || attempt > range.attempt || offset > range.end) {
        sent.set(callId, { attempt, start: offset, end });
        return [delta];
      }
      const isAdjacent = end >= range.start;
      const start = isAdjacent ? Math.min(range.start, offset) : range.start;
      sent.set(callId, { attempt, start, end: Math.max(range.end, end) });
      return [
        ...(isAdjacent && offset < range.start ? [slice(delta, offset, range.start)] : []),
        ...(end > range.end ? [slice(delta, range.end, end)] : []),
      ];
    },
  };
}

/** Returns the part of a delta between two offsets of its channel. */
function slice(delta: Delta, start: number, end: number): Delta {
  return { ...delta, offset: start, text: delta.text.slice(start - delta.offset, end - delta.offset) };
}
