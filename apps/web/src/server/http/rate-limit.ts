/** Counts calls by key within a window of time. */
export type RateLimit = {
  /** False when this call is one too many. `now` in milliseconds. */
  allow(key: string, now: number): boolean;
};

/** Keys that are remembered at once: a flood of addresses must not fill the memory. */
const MOST_KEYS = 10_000;

/** `limit` calls of each key in each `windowMs`. Of one process: several web processes allow as many times more. */
export function createRateLimit({
  limit,
  windowMs,
}: {
  readonly limit: number;
  readonly windowMs: number;
}): RateLimit {
  const windows = new Map<string, { startedAt: number; calls: number }>();
  return {
    allow(key, now) {
      const known = windows.get(key);
      if (known !== undefined && now - known.startedAt < windowMs) {
        known.calls += 1;
        return known.calls <= limit;
      }
      if (windows.size >= MOST_KEYS) windows.clear();
      windows.set(key, { startedAt: now, calls: 1 });
      return true;
    },
  };
}
