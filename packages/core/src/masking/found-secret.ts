/** A secret in a text: characters `start` to `end`. `value` identifies it, however it is written there. */
export type FoundSecret = {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly value: string;
};

/** Returns the bits per character of a text, by how often each occurs in it. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Returns the ranges in order, without those that overlap an earlier one; of two that begin together, the longer. */
export function withoutOverlaps(found: readonly FoundSecret[]): readonly FoundSecret[] {
  const kept: FoundSecret[] = [];
  for (const secret of found.toSorted((left, right) => left.start - right.start || right.end - left.end))
    if (secret.start >= (kept.at(-1)?.end ?? 0)) kept.push(secret);
  return kept;
}
