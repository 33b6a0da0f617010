import { configureModel, createOpenAiClient } from "@goaltrace/core/openai";
import { createTestClock } from "@goaltrace/core/testing";
import type { HttpTransport } from "@goaltrace/core/ports";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
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
          // Each reads, so that each has its part.
          for (const name of ["a", "b", "c"]) reading.take(name, 0);
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
            expect(waitMs).toBeLessThan(READING_MAX_WAIT_MS);
            expect(total).toBeLessThanOrEqual((at + waitMs - start) * part + READING_BURST_MS + 1e-6);
          }
        },
      ),
    );
  });

  it("never pauses an answer that takes up to 50 ms of reading, whatever the number of workspaces and the share", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.double({ min: 1 / 16, max: 0.99, noNaN: true }),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 0, max: 20 }),
        (workspaces, share, pieces, betweenMs) => {
          const clock = createTestClock();
          const reading = createFairReading(clock, () => share);
          for (let other = 0; other < workspaces - 1; other += 1) {
            reading.note(`other${other}`);
            reading.take(`other${other}`, 100);
          }
          reading.note("own");
          let readMs = 0;
          for (const piece of pieces) {
            readMs += piece;
            if (readMs > 50) return;
            expect(reading.take("own", piece)).toBe(0);
            clock.advance(betweenMs);
          }
        },
      ),
    );
  });

  it("lets a colleague of a workspace with endless answers read again within seconds after they end", () => {
    const clock = createTestClock();
    const reading = createFairReading(clock, () => 1 / 16);
    let longest = 0;
    reading.take("other", 10);
    for (let second = 0; second < 600; second += 1) {
      clock.advance(1_000);
      reading.take("other", 1);
      for (let stream = 0; stream < 400; stream += 1) longest = Math.max(longest, reading.take("theirs", 5));
    }
    expect(longest).toBeLessThanOrEqual(5_000);
    clock.advance(7_000);
    expect(reading.take("theirs", 5)).toBe(0);
  });

  it("gives workspaces no part that have runs and read nothing", () => {
    const pauseBeside = (idle: number): number => {
      const clock = createTestClock();
      const reading = createFairReading(clock, () => 1 / 4);
      reading.take("other", 10);
      for (let each = 0; each < idle; each += 1) reading.take(`idle${each}`, 10);
      clock.advance(20_000);
      for (let each = 0; each < idle; each += 1) reading.note(`idle${each}`);
      reading.take("other", 1);
      return reading.take("theirs", 100);
    };
    expect(pauseBeside(0)).toBe(400);
    expect(pauseBeside(30)).toBe(400);
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

  afterEach(() => {
    vi.useRealTimers();
  });

  it("keeps its usage, however long it pauses between its finish reason and the end", async () => {
    vi.useFakeTimers();
    const clock = {
      now: () => Date.now(),
      monotonic: () => Date.now(),
      sleep: async (milliseconds: number, signal?: AbortSignal): Promise<void> =>
        await new Promise((resolve, reject) => {
          setTimeout(resolve, milliseconds);
          signal?.addEventListener("abort", () => reject(new Error("aborted")));
        }),
    };
    const events = [
      '{"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}',
      '{"choices":[],"usage":{"prompt_tokens":70,"completion_tokens":3}}',
      "[DONE]",
    ].map((data) => new TextEncoder().encode(`data: ${data}\n\n`));
    const whole: HttpTransport = {
      send: async () =>
        await Promise.resolve({
          ...{ status: 200, headers: { "content-type": "text/event-stream" } },
          read: async (take) => {
            for (const event of events) if (!(await take(event))) return;
          },
        }),
    };
    const reading = { note: () => undefined, take: () => READING_MAX_WAIT_MS };
    const baseUrl = "http://127.0.0.1:9/v1";
    const { profile } = configureModel({ model: "m", baseUrl, apiKey: "key-of-the-test" });
    const client = createOpenAiClient({
      ...{ profile, baseUrl, apiKey: "key-of-the-test", firstByteMs: 60_000, idleMs: 60_000 },
      clock,
      transport: fairTransport({ transport: whole, clock, reading }, "a"),
    });
    const outcome = client.attempt({
      ...{
        callId: "call",
        model: "m",
        body: "{}",
        signal: new AbortController().signal,
        onDelta: () => undefined,
      },
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outcome).toMatchObject({
      ok: true,
      answer: { usage: { inputTokens: 70, outputTokens: 3 } },
    });
  });
});
