import type { Delta } from "@goaltrace/core/log";

/** The stretches of running tools' output that a watcher already received. */
export type SentOutput = {
  /** The parts of a piece that the watcher does not have, and remembers them as sent. Empty when it has all of it. */
  take(delta: Delta): readonly Delta[];
};

type Range = { readonly attempt: number; readonly start: number; readonly end: number };

/**
 * Creates the record of one watcher. The kept end of an output and its deltas reach a watcher by different ways and overlap: a piece may
 * reach back before the first one that was sent, and on beyond the last one. After a gap the record starts over.
 */
export function createSentOutput(): SentOutput {
  const sent = new Map<string, Range>();
  return {
    take(delta) {
      const { callId, attempt, offset } = delta;
      const end = offset + delta.text.length;
      const known = sent.get(callId);
      if (known !== undefined && attempt < known.attempt) return [];
      if (known === undefined || attempt > known.attempt || offset > known.end) {
        sent.set(callId, { attempt, start: offset, end });
        return [delta];
      }
      const joins = end >= known.start;
      const start = joins ? Math.min(known.start, offset) : known.start;
      sent.set(callId, { attempt, start, end: Math.max(known.end, end) });
      return [
        ...(joins && offset < known.start ? [part(delta, offset, known.start)] : []),
        ...(end > known.end ? [part(delta, known.end, end)] : []),
      ];
    },
  };
}

/** The stretch of a delta between two offsets of its channel. */
function part(delta: Delta, start: number, end: number): Delta {
  return { ...delta, offset: start, text: delta.text.slice(start - delta.offset, end - delta.offset) };
}
