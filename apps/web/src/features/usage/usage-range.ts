import { startOfDay } from "../../lib/calendar.ts";
import type { Grouping } from "./usage-data.ts";

export const RANGES = ["7", "30", "90"] as const;
export const GROUPINGS = ["agent", "model", "person", "tag"] as const satisfies readonly Grouping[];

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** What an address asks of the usage page; what it does not say, or says wrongly, is the default. */
type UsageAddress = { readonly days: (typeof RANGES)[number]; readonly by: Grouping };

/** The last 30 days by agent, unless the address says otherwise. */
export function readUsageAddress(parameters: URLSearchParams): UsageAddress {
  return {
    days: RANGES.find((option) => option === parameters.get("days")) ?? "30",
    by: GROUPINGS.find((option) => option === parameters.get("by")) ?? "agent",
  };
}

/**
 * Whole days of the person until now, in milliseconds since the epoch. To the end of the hour: the same question for as long as the page
 * stands, and nothing of now is left out.
 */
export function usageSpan(
  days: number,
  { askedAt, timeZone }: { readonly askedAt: number; readonly timeZone: string },
): { readonly from: number; readonly to: number } {
  // Its last millisecond: at the next hour another day may begin.
  const to = (Math.floor(askedAt / HOUR_MS) + 1) * HOUR_MS - 1;
  // From noon to noon: days of 23 and 25 hours between do not lead to another day.
  const noon = startOfDay(askedAt, timeZone) + DAY_MS / 2;
  return { from: startOfDay(noon - (days - 1) * DAY_MS, timeZone), to };
}
