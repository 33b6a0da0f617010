/** Returns the milliseconds that a response asks to wait: retry-after-ms, or Retry-After in seconds or as a date. Null without either. */
export function retryAfter(headers: Readonly<Record<string, string>>, now: () => number): number | null {
  const milliseconds = Number(headers["retry-after-ms"] ?? NaN);
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const value = headers["retry-after"];
  if (value === undefined || value.trim() === "") return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now());
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** Writes a duration in milliseconds as a person would, rounded up: "7 seconds", "1 hour", "2 days". */
export function describeWait(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  const [size, unit] =
    seconds < 2 * MINUTE && seconds !== MINUTE
      ? [1, "second"]
      : seconds < 2 * HOUR && seconds !== HOUR
        ? [MINUTE, "minute"]
        : seconds < 2 * DAY && seconds !== DAY
          ? [HOUR, "hour"]
          : [DAY, "day"];
  const count = Math.ceil(seconds / size);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
