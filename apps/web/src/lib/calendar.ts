/** Calendar days in a time zone. Zones are IANA names, moments are epoch milliseconds. */

const DAY_MS = 86_400_000;

/** Returns the number of a moment's local day since 1 January 1970. Consecutive days have consecutive numbers, whatever their length. */
export function dayNumber(at: number, timeZone: string): number {
  return Math.floor(wallClock(at, timeZone) / DAY_MS);
}

/** Returns the number of the first day of the month that contains `day`. */
export function firstOfMonth(day: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / DAY_MS;
}

/** Returns the start of a day in UTC, for formatting its date in UTC. */
export function dayInUtc(day: number): number {
  return day * DAY_MS;
}

/** Returns the first moment of the local day that contains `at`. */
export function startOfDay(at: number, timeZone: string): number {
  const midnight = dayNumber(at, timeZone) * DAY_MS;
  // The clocks may change between midnight and `at`, so the offset near midnight decides.
  const near = midnight - offset(at, timeZone);
  const start = midnight - offset(near, timeZone);
  // When the clock skips midnight, the day starts at the time to which it skips.
  return dayNumber(start, timeZone) === midnight / DAY_MS ? start : Math.max(near, start);
}

function offset(at: number, timeZone: string): number {
  return wallClock(at, timeZone) - at;
}

/** Returns the local wall-clock time at `at`, interpreted as UTC. */
function wallClock(at: number, timeZone: string): number {
  const parts = new Map(
    zoneFormat(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, Number(part.value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const seconds = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return seconds + (((at % 1000) + 1000) % 1000);
}

// Creating a formatter costs a hundred times as much as using one.
const formats = new Map<string, Intl.DateTimeFormat>();

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
  });
  formats.set(timeZone, format);
  return format;
}
