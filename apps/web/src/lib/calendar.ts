/** Days as a person in a time zone counts them; zones by their IANA names, moments in milliseconds since the epoch. */

const DAY_MS = 86_400_000;

/** The day a moment is in, counted from 1 January 1970 there: the day after has the next number, however long a day is. */
export function dayNumber(at: number, timeZone: string): number {
  return Math.floor(wallClock(at, timeZone) / DAY_MS);
}

/** The number of the first day of the month that `day` is in. */
export function firstOfMonth(day: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / DAY_MS;
}

/** The moment at which a day begins in UTC, for writing its name in that zone. */
export function dayInUtc(day: number): number {
  return day * DAY_MS;
}

/** The first moment of the day that `at` is in. */
export function startOfDay(at: number, timeZone: string): number {
  const midnight = dayNumber(at, timeZone) * DAY_MS;
  // The clock may be set forward or back between that midnight and `at`: the offset in force there decides.
  const near = midnight - offset(at, timeZone);
  const start = midnight - offset(near, timeZone);
  // Where the clock skips midnight, the day begins at what it skips to.
  return dayNumber(start, timeZone) === midnight / DAY_MS ? start : Math.max(near, start);
}

function offset(at: number, timeZone: string): number {
  return wallClock(at, timeZone) - at;
}

/** What clocks show there at `at`, read as if it were UTC. */
function wallClock(at: number, timeZone: string): number {
  const read = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, Number(part.value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => read.get(type) ?? 0;
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

// Making a formatter costs a hundred times using one.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
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
  formats.set(timeZone, made);
  return made;
}
