import { dateFactor, type DocumentDates } from "./date-factor.ts";
import type { DocumentPoints } from "./rank-documents.ts";
import type { TextDate } from "./read-dates.ts";
import { SEARCH_TUNING } from "./tunables.ts";

const NONE: DocumentPoints = { words: 0, together: 0, neighbors: 0, thread: 0, date: 0 };

/**
 * Adds points to turns that were said at a date of the query, or name it: a question about a day is often answered without any of its words.
 * Returns `points` itself for a query without dates.
 */
export function addDatePoints(
  points: ReadonlyMap<number, DocumentPoints>,
  asked: readonly TextDate[],
  turns: Iterable<{ readonly slot: number; readonly thread: object | null; readonly dates: DocumentDates }>,
): ReadonlyMap<number, DocumentPoints> {
  if (asked.length === 0) return points;
  const { day, saidOnDay, saidInMonth } = SEARCH_TUNING;
  let best = 0;
  for (const { words, together, neighbors } of points.values())
    best = Math.max(best, words + together + neighbors);
  const added = new Map(points);
  for (const { slot, thread, dates } of turns) {
    const gain = thread === null ? 0 : dateFactor(asked, dates);
    if (gain === 0) continue;
    // Where no turn has a word of the query, all that counts is the date.
    const date = (gain === day ? saidOnDay : saidInMonth) * (best === 0 ? 1 : best);
    added.set(slot, { ...(points.get(slot) ?? NONE), date });
  }
  return added;
}
