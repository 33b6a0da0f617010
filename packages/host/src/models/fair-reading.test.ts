import { createTestClock } from "@goaltrace/core/testing";
import type { HttpTransport } from "@goaltrace/core/ports";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { READING_BURST_MS, READING_MAX_WAIT_MS } from "../tunables.ts";
import { createFairReading, fairTransport } from "./fair-reading.ts";

describe("the sharing of reading", () => {
  it("lets nobody pause while the process has time, or while one workspace alone has runs", () => {
    const clock = createTestClock();
    let share = 1;
    const reading = createFairReading(clock, () => share);
    reading.note("a");
    reading.note("b");
    for (let piece = 0; piece < 100; piece += 1) expect(reading.take("a", 20)).toBe(0);
    share = 1 / 16;
    const alone = createFairReading(clock, () => share);
    alone.note("a");
    for (let piece = 0; piece < 100; piece += 1) expect(alone.take("a", 20)).toBe(0);
  });

  it("starts over once the other workspaces have had no runs for a minute", () => {
    const clock = createTestClock();
    const reading = createFairReading(clock, () => 1 / 4);
    reading.note("a");
    reading.note("b");
    expect(reading.take("a", 1_000)).toBeGreaterThan(0);
    clock.advance(60_001);
    reading.note("a");
    expect(reading.take("a", 1_000)).toBe(0);
  });

  it("lets every workspace read its part of the free share, whatever the others read, and none much more", () => {
    const demand = fc.record({
      name: fc.constantFrom("a", "b", "c"),
      costMs: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(
        fc.array(demand, { minLength: 20, maxLength: 200 }),
        fc.constantFrom(1 / 2, 1 / 4, 1 / 16),
        (demands, share) => {
          const clock = createTestClock();
          const reading = createFairReading(clock, () => share);
          for (const name of ["a", "b", "c"]) reading.note(name);
          const start = clock.monotonic();
          const part = share / 3;
          const read = new Map<string, number>();
          const mayRead = new Map<string, number>();
          for (const { name, costMs } of demands) {
            clock.advance(7);
            const at = clock.monotonic();
            if ((mayRead.get(name) ?? 0) > at) continue;
            const waitMs = reading.take(name, costMs);
            const total = (read.get(name) ?? 0) + costMs;
            read.set(name, total);
            mayRead.set(name, at + waitMs);
            // Within its part and the burst since it began, a workspace never pauses.
            if (total / part <= READING_BURST_MS) expect(waitMs).toBe(0);
            expect(waitMs).toBeLessThanOrEqual(READING_MAX_WAIT_MS);
            if (waitMs < READING_MAX_WAIT_MS)
              expect(total).toBeLessThanOrEqual((at + waitMs - start + READING_BURST_MS) * part + 1e-6);
          }
        },
      ),
    );
  });
});

describe("an answer that is read in the share of its workspace", () => {
  const pieces = ["one ", "two ", "three"].map((text) => new TextEncoder().encode(text));
  const transport: HttpTransport = {
    send: async () =>
      await Promise.resolve({
        status: 200,
        headers: {},
        read: async (take) => {
          for (const piece of pieces) if (!(await take(piece))) return;
        },
      }),
  };

  it("arrives whole, and pauses between its pieces when the workspace has read more than its part", async () => {
    const waits: number[] = [];
    let at = 0;
    const parts = {
      transport,
      clock: { sleep: async (milliseconds: number) => void waits.push(milliseconds) },
      reading: { note: () => undefined, take: (_: string, milliseconds: number) => milliseconds * 2 },
    };
    const fair = fairTransport(parts, "a", () => (at += 10));
    const answer = await fair.send({
      ...{ url: "http://model", headers: {}, body: "" },
      signal: new AbortController().signal,
    });
    let text = "";
    await answer.read((bytes) => {
      text += new TextDecoder().decode(bytes);
      return text !== "one two three";
    });
    expect(text).toBe("one two three");
    // Nobody waits after the last piece that is wanted.
    expect(waits).toEqual([20, 20]);
  });
});
