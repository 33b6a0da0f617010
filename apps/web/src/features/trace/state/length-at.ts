import { foldLength, NO_LENGTH, outlineMoment } from "@goaltrace/core/log";
import type { LengthFold, OutlineEntry } from "@goaltrace/core/log";

/** Entries between two stored lengths. */
const STRIDE = 256;

/** The lengths of a log at regular distances, and the one that was requested last. */
type KnownLengths = {
  readonly lengths: LengthFold[];
  latest: { readonly count: number; readonly length: LengthFold };
};

const stored = new WeakMap<readonly OutlineEntry[], KnownLengths>();

/** Returns the length of the run after this many entries of a log, which may grow. O(1), apart from entries that were not requested before. */
export function lengthAt(log: readonly OutlineEntry[], count: number): LengthFold {
  const known = stored.get(log) ?? { lengths: [NO_LENGTH], latest: { count: 0, length: NO_LENGTH } };
  stored.set(log, known);
  const { lengths, latest } = known;
  if (latest.count === count) return latest.length;
  for (let next = lengths.length; next * STRIDE <= count; next += 1)
    lengths.push(foldOn(lengths.at(-1), log, { from: (next - 1) * STRIDE, to: next * STRIDE }));
  const nearest = Math.floor(count / STRIDE);
  // A log that grows continues from its length before.
  const isLater = latest.count <= count && latest.count > nearest * STRIDE;
  const start = isLater ? latest : { count: nearest * STRIDE, length: lengths[nearest] };
  const length = foldOn(start.length, log, { from: start.count, to: count });
  known.latest = { count, length };
  return length;
}

function foldOn(
  before: LengthFold | undefined,
  log: readonly OutlineEntry[],
  { from, to }: { readonly from: number; readonly to: number },
): LengthFold {
  let length = before ?? NO_LENGTH;
  for (let index = from; index < to; index += 1) {
    const entry = log[index];
    if (entry) length = foldLength(length, outlineMoment(entry));
  }
  return length;
}
