import { RECENT_DAYS } from "./tunables.ts";

const DAY_MS = 86_400_000;

/** Returns the day of a moment in UTC, as `YYYY-MM-DD`. */
export function profileDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Returns today and the days before it whose DAILY a context has, newest first. */
export function recentDays(now: number): readonly string[] {
  return Array.from({ length: RECENT_DAYS }, (_, index) => profileDay(now - index * DAY_MS));
}
