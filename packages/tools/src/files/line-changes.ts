import { formatPatch, structuredPatch } from "diff";
import { DIFF_MAX_CHARACTERS, DIFF_MAX_EDITS, DIFF_MAX_LINES } from "../tunables.ts";
import { countLines } from "./count-lines.ts";

/** The effect of a change in lines. `diff` is a unified diff; null when too long to show. */
export type LineChanges = { readonly added: number; readonly removed: number; readonly diff: string | null };

/**
 * Compares two versions of a file in bounded time: when they have too many lines or share too few, the whole changed range counts as
 * replaced.
 */
export function lineChanges(path: string, before: string, after: string): LineChanges {
  const patch =
    countLines(before) + countLines(after) > DIFF_MAX_LINES
      ? undefined
      : structuredPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
          context: 3,
          maxEditLength: DIFF_MAX_EDITS,
        });
  if (patch === undefined) return { ...changedRange(before, after), diff: null };
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  const diff = formatPatch(patch);
  return { added: count("+"), removed: count("-"), diff: diff.length <= DIFF_MAX_CHARACTERS ? diff : null };
}

/** Counts the lines between the first and the last difference. A changed line end counts as a change. */
function changedRange(before: string, after: string): { readonly added: number; readonly removed: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  start = before.lastIndexOf("\n", start - 1) + 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const endsLine = (text: string): boolean =>
    text.length - end === start || text[text.length - end - 1] === "\n";
  if (!endsLine(before) || !endsLine(after)) {
    const lineEnd = before.indexOf("\n", before.length - end);
    end = lineEnd === -1 ? 0 : before.length - lineEnd - 1;
  }
  const changed = (text: string): number => countLines(text.slice(start, text.length - end));
  return { added: changed(after), removed: changed(before) };
}
