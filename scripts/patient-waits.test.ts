import { expect, it, vi } from "vitest";

/** Longer than Vitest waits by default. */
const LATE_MS = 1_500;

it("waits for a condition that a busy machine reaches late", async () => {
  const lateAt = performance.now() + LATE_MS;
  const isLate = (): boolean => performance.now() > lateAt;
  await Promise.all([
    vi.waitFor(() => expect(isLate()).toBe(true)),
    vi.waitUntil(isLate, 100),
    expect.poll(isLate).toBe(true),
  ]);
});
