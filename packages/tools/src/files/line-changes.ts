import { formatPatch, structuredPatch } from "diff";
import { DIFF_MAX_CHARACTERS, DIFF_MAX_EDITS } from "../tunables.ts";

/** What a change did, in lines. `diff` is unified; null when it is too long to show. */
export type LineChanges = { readonly added: number; readonly removed: number; readonly diff: string | null };

/** Compares two versions of a file. Bounded: where the versions share too little, the whole changed stretch counts as replaced. */
export function lineChanges(path: string, before: string, after: string): LineChanges {
  const patch = structuredPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    context: 3,
    maxEditLength: DIFF_MAX_EDITS,
  });
  if (patch === undefined) {
    const changed = changedStretch(linesOf(before), linesOf(after));
    return { added: changed.after.length, removed: changed.before.length, diff: null };
  }
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  const diff = formatPatch(patch);
  return { added: count("+"), removed: count("-"), diff: diff.length <= DIFF_MAX_CHARACTERS ? diff : null };
}

/** Lines with their ends, so that a changed line end is a change. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

type Stretch = { readonly before: readonly string[]; readonly after: readonly string[] };

function changedStretch(before: readonly string[], after: readonly string[]): Stretch {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { before: before.slice(start, before.length - end), after: after.slice(start, after.length - end) };
}
