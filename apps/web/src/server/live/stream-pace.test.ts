import { createTestClock } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { createStreamPace } from "./stream-pace.ts";

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

it("counts all streams of a workspace together, and none of another", async () => {
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
