import { createTestClock } from "@goaltrace/core/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStreamPace, type StreamPace } from "./stream-pace.ts";

const MEGABYTE = "x".repeat(1_000_000);

async function* pieces(count: number): AsyncGenerator<{ readonly text: string }> {
  for (let piece = 0; piece < count; piece += 1) yield { text: MEGABYTE };
}

/** A pace, and a function that reads a stream of this many megabytes and returns the milliseconds that it waited. */
function setUp(): {
  readonly clock: ReturnType<typeof createTestClock>;
  readonly read: (workspaceId: string, megabytes: number) => Promise<number>;
} {
  const clock = createTestClock();
  const pace = createStreamPace(clock);
  const read = async (workspaceId: string, megabytes: number): Promise<number> => {
    const since = clock.monotonic();
    let count = 0;
    for await (const _ of pace.pass(workspaceId, pieces(megabytes), new AbortController().signal)) count += 1;
    expect(count).toBe(megabytes);
    return clock.monotonic() - since;
  };
  return { clock, read };
}

it("sends a burst at once and the rest at a fixed rate, without losing an item", async () => {
  const { read } = setUp();
  const ms = await read("a", 48);
  // 40 of 48 MB exceed the burst, at 4 MB a second.
  expect(ms).toBeGreaterThanOrEqual(10_000);
  expect(ms).toBeLessThan(10_100);
});

it("counts items without text as well, so that many small ones are sent at a fixed rate", async () => {
  const clock = createTestClock();
  async function* small(): AsyncGenerator<string> {
    for (let count = 0; count < 100_000; count += 1) yield "x";
  }
  for await (const _ of createStreamPace(clock).pass("a", small(), new AbortController().signal));
  // 60,000 of 100,000 items exceed the burst, at 20,000 a second.
  expect(clock.monotonic()).toBeGreaterThanOrEqual(2_900);
  expect(clock.monotonic()).toBeLessThan(3_100);
});

it("sends less while only a share of the rate is free", async () => {
  const clock = createTestClock();
  const pace = createStreamPace(clock, () => 1 / 4);
  for await (const _ of pace.pass("a", pieces(12), new AbortController().signal));
  // 10 of 12 MB exceed two seconds of the rate, which is 1 MB a second.
  expect(clock.monotonic()).toBeGreaterThanOrEqual(10_000);
  expect(clock.monotonic()).toBeLessThan(10_100);
});

it("counts all streams of a workspace together, separately from other workspaces", async () => {
  const { read } = setUp();
  expect(await read("a", 7)).toBe(0);
  expect(await read("b", 7)).toBe(0);
  expect(await read("a", 5)).toBeGreaterThanOrEqual(1_000);
});

it("lets a workspace send a burst again after a rest", async () => {
  const { read, clock } = setUp();
  await read("a", 40);
  clock.advance(60_000);
  expect(await read("a", 7)).toBe(0);
});

describe("a workspace over its rate", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const clock = {
    monotonic: () => Date.now(),
    sleep: async (milliseconds: number, signal?: AbortSignal) =>
      await new Promise<void>((resolve, reject) => {
        setTimeout(resolve, milliseconds);
        signal?.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
      }),
  };
  async function* long(): AsyncGenerator<string> {
    yield MEGABYTE.repeat(10);
  }
  /** Takes more than the burst; the item itself waits too. */
  const exceed = async (pace: StreamPace, signal: AbortSignal): Promise<void> => {
    void pace
      .pass("a", long(), signal)
      .next()
      .catch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
  };

  it("resumes its streams one after another", async () => {
    const pace = createStreamPace(clock);
    const { signal } = new AbortController();
    await exceed(pace, signal);
    let held = 0;
    let most = 0;
    let sent = 0;
    const follow = async (): Promise<void> => {
      for (let round = 0; round < 3; round += 1) {
        const own = new AbortController().signal;
        await pace.mayRead("a", own);
        held += 1;
        most = Math.max(most, held);
        for await (const _ of pace.pass("a", pieces(1), own)) held -= 1;
        sent += 1;
      }
    };
    const streams = Array.from({ length: 20 }, follow);
    await pace.mayRead("b", signal);
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(streams);
    expect(sent).toBe(60);
    expect(most).toBeLessThan(4);
  });

  it("removes an ended stream from the line", async () => {
    const pace = createStreamPace(clock);
    const ending = new AbortController();
    await exceed(pace, ending.signal);
    const reads = [pace.mayRead("a", ending.signal), pace.mayRead("a", ending.signal)];
    ending.abort();
    expect(await Promise.all(reads)).toEqual([undefined, undefined]);
  });
});
