import { formatPatch, structuredPatch } from "diff";
import { DIFF_MAX_CHARACTERS, DIFF_MAX_EDITS } from "../tunables.ts";

/** The effect of a change in lines. `diff` is a unified diff; null when too long to show. */
export type LineChanges = { readonly added: number; readonly removed: number; readonly diff: string | null };

/** Compares two versions of a file in bounded time: when they share too little, the whole changed range counts as replaced. */
export function lineChanges(path: string, before: string, after: string): LineChanges {
  const patch = structuredPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    context: 3,
    maxEditLength: DIFF_MAX_EDITS,
  });
  if (patch === undefined) {
    const changed = changedRange(splitLines(before), splitLines(after));
    return { added: changed.after.length, removed: changed.before.length, diff: null };
  }
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  const diff = formatPatch(patch);
  return { added: count("+"), removed: count("-"), diff: diff.length <= DIFF_MAX_CHARACTERS ? diff : null };
}

/** Splits a text into lines including their ends, so that a changed line end counts as a change. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

type ChangedRange = { readonly before: readonly string[]; readonly after: readonly string[] };

function changedRange(before: readonly string[], after: readonly string[]): ChangedRange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { before: before.slice(start, before.length - end), after: after.slice(start, after.length - end) };
}
