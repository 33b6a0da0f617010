const DAY_MS = 86_400_000;

/** All dates are days of UTC in milliseconds since 1970. */
export function addDays(day: number, days: number): number {
  return day + days * DAY_MS;
}

/** Returns the first day of a month that many months away. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

/** Returns the last day of the month. */
export function endOfMonth(day: number): number {
  return addDays(addMonths(day, 1), -1);
}

/** Returns the day of the week, 0 for Sunday. */
export function dayOfWeek(day: number): number {
  return new Date(day).getUTCDay();
}

/** Returns `2026-11-20`. */
export function formatDay(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}

/** Returns `2026-11`. */
export function formatMonth(day: number): string {
  return formatDay(day).slice(0, 7);
}
