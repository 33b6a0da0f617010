import { dayNumber, startOfDay } from "../../lib/calendar.ts";
import type { Grouping } from "./usage-data.ts";

export const RANGES = ["7", "30", "90"] as const;
export const GROUPINGS = ["agent", "model", "person", "tag"] as const satisfies readonly Grouping[];

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The parameters in the URL of the usage page. Missing and invalid values fall back to the defaults. */
type UsageAddress = { readonly days: (typeof RANGES)[number]; readonly by: Grouping };

/** Parses the parameters. Defaults to the last 30 days by agent. */
export function readUsageAddress(parameters: URLSearchParams): UsageAddress {
  return {
    days: RANGES.find((option) => option === parameters.get("days")) ?? "30",
    by: GROUPINGS.find((option) => option === parameters.get("by")) ?? "agent",
  };
}

/** Returns the address of the runs that started on a day, such as `2026-11-20`, in the person's time zone. */
export function dayHref(workspace: string, day: string, timeZone: string): string {
  const number = Date.parse(`${day}T00:00:00Z`) / DAY_MS;
  // Half a day around midnight in UTC: one of the three is within the day in every time zone.
  const near = [0, 1, 2].map((half) => number * DAY_MS + (half * DAY_MS) / 2);
  const within = near.find((at) => dayNumber(at, timeZone) === number) ?? number * DAY_MS;
  const from = startOfDay(within, timeZone);
  const to = startOfDay(from + 1.5 * DAY_MS, timeZone) - 1;
  return `/w/${encodeURIComponent(workspace)}/traces?started=${from}..${to}`;
}

/**
 * Returns the range of whole days in the person's time zone, in milliseconds since the epoch. It ends with the current hour, so that the
 * query stays the same for as long as the page is open and includes everything so far.
 */
export function usageSpan(
  days: number,
  { askedAt, timeZone }: { readonly askedAt: number; readonly timeZone: string },
): { readonly from: number; readonly to: number } {
  // Subtract 1 ms: the next hour may start another day.
  const to = (Math.floor(askedAt / HOUR_MS) + 1) * HOUR_MS - 1;
  // Count from noon to noon, so that days of 23 and 25 hours do not shift the date.
  const noon = startOfDay(askedAt, timeZone) + DAY_MS / 2;
  return { from: startOfDay(noon - (days - 1) * DAY_MS, timeZone), to };
}
