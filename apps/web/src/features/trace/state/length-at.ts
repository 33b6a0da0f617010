import { foldLength, NO_LENGTH, outlineMoment } from "@goaltrace/core/log";
import type { LengthFold, OutlineEntry } from "@goaltrace/core/log";

/** Entries between two stored lengths. */
const STRIDE = 256;

/** The lengths of the logs on the page at regular distances. */
const stored = new WeakMap<readonly OutlineEntry[], LengthFold[]>();

/** Returns the length of the run after this many entries of a log, which may grow. O(1), apart from entries that were not requested before. */
export function lengthAt(log: readonly OutlineEntry[], count: number): LengthFold {
  const lengths = stored.get(log) ?? [NO_LENGTH];
  stored.set(log, lengths);
  for (let next = lengths.length; next * STRIDE <= count; next += 1)
    lengths.push(foldOn(lengths.at(-1), log, { from: (next - 1) * STRIDE, to: next * STRIDE }));
  const nearest = Math.floor(count / STRIDE);
  return foldOn(lengths[nearest], log, { from: nearest * STRIDE, to: count });
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
