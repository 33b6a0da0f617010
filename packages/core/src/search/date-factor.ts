import { DATE_REACH_DAYS, SEARCH_TUNING } from "./tunables.ts";
import type { TextDate } from "./read-dates.ts";

const DAY_MS = 86_400_000;

/** The dates of a document: those that its text names, and when it was said. */
export type DocumentDates = { readonly named: readonly TextDate[]; readonly savedAt: number | null };

/** Returns what a document gains because it names a date of the query or was said at that time; 0 if neither. */
export function dateFactor(asked: readonly TextDate[], dates: DocumentDates): number {
  return asked.reduce((best, date) => Math.max(best, matchDate(date, dates)), 0);
}

function matchDate(date: TextDate, { named, savedAt }: DocumentDates): number {
  const { day, month } = SEARCH_TUNING;
  const gain = date.day === null ? month : day;
  if (named.some((other) => isWithin(other, date))) return gain;
  return savedAt !== null && wasSaidAt(savedAt, date) ? gain : 0;
}

/** True if both are the same as far as the asked date says. */
function isWithin(date: TextDate, asked: TextDate): boolean {
  return (
    date.month === asked.month &&
    (asked.day === null || date.day === asked.day) &&
    (asked.year === null || date.year === null || date.year === asked.year)
  );
}

/** True if it was said in the asked month, or on the asked day or shortly after. */
function wasSaidAt(savedAt: number, { year, month, day }: TextDate): boolean {
  const said = new Date(savedAt);
  const saidYear = said.getUTCFullYear();
  if (day === null) return said.getUTCMonth() + 1 === month && (year === null || year === saidYear);
  const days = Math.floor(savedAt / DAY_MS) - Math.floor(Date.UTC(year ?? saidYear, month - 1, day) / DAY_MS);
  // The day before, because the clocks of people and of the record may be in different time zones.
  return days >= -1 && days <= DATE_REACH_DAYS;
}
