import { setTimeout as sleep } from "node:timers/promises";
import type { Stall } from "@goaltrace/core/ports";
import { expect, it, onTestFinished, vi } from "vitest";
import { watchStalls } from "./watch-stalls.ts";

const STALL_MS = 300;
/** Long enough for the watch on a busy machine. */
const OCCUPIED_MS = 5 * STALL_MS;

/** Occupies the event loop for this long. */
function occupyLoop(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) Math.sqrt(end);
}

/** Occupies the event loop for this long, nearly all of it inside regular expressions. */
function matchHopelessly(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) /^(?:[a-z-]+)+!$/u.test("a".repeat(20));
}

function watch(): { readonly stalls: readonly Stall[]; readonly watching: ReturnType<typeof watchStalls> } {
  const watching = watchStalls({ stallMs: STALL_MS });
  onTestFinished(async () => await watching.close());
  const stalls: Stall[] = [];
  watching.onStall((stall) => stalls.push(stall));
  return { stalls, watching };
}

it("names the run and the function that stall the event loop, also after a wait", async () => {
  const { stalls, watching } = watch();
  await Promise.all([
    watching.attribute("innocent", async () => await sleep(1)),
    watching.attribute("culprit", async () => {
      await sleep(1);
      occupyLoop(OCCUPIED_MS);
    }),
  ]);
  await vi.waitFor(() => expect(stalls).toHaveLength(1), 10_000);
  expect(stalls[0]?.traceId).toBe("culprit");
  expect(stalls[0]?.stack[0]).toContain("occupyLoop");
  expect(stalls[0]?.durationMs).toBeGreaterThanOrEqual(STALL_MS);
});

it("names the run of a stall inside a regular expression", async () => {
  const { stalls, watching } = watch();
  await watching.attribute("run", async () => {
    await sleep(1);
    matchHopelessly(OCCUPIED_MS);
  });
  await vi.waitFor(() => expect(stalls).toHaveLength(1), 10_000);
  expect(stalls[0]?.traceId).toBe("run");
  expect(stalls[0]?.stack[0]).toContain("matchHopelessly");
});

it("reports a stall outside of runs without a run", async () => {
  const { stalls } = watch();
  await sleep(1);
  occupyLoop(OCCUPIED_MS);
  await vi.waitFor(() => expect(stalls).toHaveLength(1), 10_000);
  expect(stalls[0]?.traceId).toBeNull();
});
