/** A line in three parts: the common beginning, the changed part, and the common end of both versions. */
export type LineParts = readonly [before: string, changed: string, after: string];

/** Returns the part of a line that its other version does not contain, in whole words. Lines without a common word have changed as a whole. */
export function changedPart(text: string, other: string): LineParts {
  const [words, others] = [text.split(/(?<=\s)/u), other.split(/(?<=\s)/u)];
  const most = Math.min(words.length, others.length);
  let start = 0;
  while (start < most && words[start] === others[start]) start += 1;
  let end = 0;
  while (end < most - start && words.at(-1 - end) === others.at(-1 - end)) end += 1;
  const until = words.length - end;
  return [words.slice(0, start).join(""), words.slice(start, until).join(""), words.slice(until).join("")];
}
