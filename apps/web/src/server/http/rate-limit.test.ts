import { expect, it } from "vitest";
import { createRateLimit } from "./rate-limit.ts";

it("W9 · a key has its calls in each window, and no other's", () => {
  const limit = createRateLimit({ limit: 2, windowMs: 1_000 });
  expect([limit.allow("a", 0), limit.allow("a", 10), limit.allow("a", 999), limit.allow("b", 999)]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(limit.allow("a", 1_000)).toBe(true);
});
