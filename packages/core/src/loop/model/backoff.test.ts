import fc from "fast-check";
import { expect, it } from "vitest";
import { INITIAL_BACKOFF_MS, MAX_BACKOFF_MS } from "../../tunables.ts";
import { backoffMs } from "./backoff.ts";

it.each([
  [1, INITIAL_BACKOFF_MS],
  [2, INITIAL_BACKOFF_MS * 2],
  [3, INITIAL_BACKOFF_MS * 4],
  [6, INITIAL_BACKOFF_MS * 32],
  [7, MAX_BACKOFF_MS],
  [50, MAX_BACKOFF_MS],
])("waits half to all of the doubled and capped backoff after attempt %d", (attempt, full) => {
  expect(backoffMs(attempt, 0)).toBe(full / 2);
  expect(backoffMs(attempt, 0.5)).toBe(full * 0.75);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
      const wait = backoffMs(attempt, random);
      expect(wait).toBeGreaterThanOrEqual(full / 2);
      expect(wait).toBeLessThanOrEqual(full);
      expect(Number.isInteger(wait)).toBe(true);
    }),
  );
});
