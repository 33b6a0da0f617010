import { setTimeout as sleep } from "node:timers/promises";
import type { Stall } from "@goaltrace/core/ports";
import { expect, it, onTestFinished, vi } from "vitest";
import { watchStalls } from "./watch-stalls.ts";

const STALL_MS = 300;
/** Limit of a stall that the watch does not look into. */
const MAX_OCCUPIED_MS = 30_000;
/** Under this symbol the watch finds the function that names the current run. */
const CURRENT_RUN = Symbol.for("goaltrace.currentRun");

/** Returns a condition that is true until the watch has asked for the current run, however slow the machine is. */
function untilAsked(): () => boolean {
  const currentRun: unknown = Reflect.get(globalThis, CURRENT_RUN);
  if (typeof currentRun !== "function") throw new Error("the watch cannot ask for the current run");
  const define = (value: unknown): unknown =>
    Object.defineProperty(globalThis, CURRENT_RUN, { value, configurable: true });
  onTestFinished(() => void define(currentRun));
  let isAsked = false;
  define(() => {
    isAsked = true;
    return Reflect.apply(currentRun, undefined, []) as unknown;
  });
  const end = performance.now() + MAX_OCCUPIED_MS;
  return () => !isAsked && performance.now() < end;
}

/** Occupies the event loop until the watch has looked at it. */
function occupyLoop(): void {
  for (const lasts = untilAsked(); lasts();) Math.sqrt(2);
}

/** Occupies the event loop until the watch has looked at it, nearly all the time in Node's own code. */
function occupyInsideNode(): void {
  for (const lasts = untilAsked(); lasts();)
    for (let count = 0; count < 1_000; count += 1) Reflect.get(globalThis, "performance");
}

/** Occupies the event loop until the watch has looked at it, nearly all the time inside regular expressions. */
function matchHopelessly(): void {
  for (const lasts = untilAsked(); lasts();) /^(?:[a-z-]+)+!$/u.test("a".repeat(20));
}

function watch(): {
  readonly watching: ReturnType<typeof watchStalls>;
  /** Returns the stall with this function on top, below at most three that it calls. A busy machine may cause others. */
  stallIn(name: string): Promise<Stall>;
  readonly stalls: readonly Stall[];
} {
  const watching = watchStalls({ stallMs: STALL_MS });
  onTestFinished(async () => await watching.close());
  const stalls: Stall[] = [];
  watching.onStall((stall) => stalls.push(stall));
  const stallIn = async (name: string): Promise<Stall> =>
    await vi.waitFor(() => {
      const stall = stalls.find(({ stack }) => stack.some((frame) => frame.startsWith(name)));
      if (stall === undefined) throw new Error(`no stall in ${name}: ${JSON.stringify(stalls)}`);
      return stall;
    });
  return { watching, stallIn, stalls };
}

it("names the run and the function that stall the event loop, also after a wait", async () => {
  const { watching, stallIn, stalls } = watch();
  await Promise.all([
    watching.attribute("innocent", async () => await sleep(1)),
    watching.attribute("culprit", async () => {
      await sleep(1);
      occupyLoop();
    }),
  ]);
  const stall = await stallIn("occupyLoop");
  expect(stall.traceId).toBe("culprit");
  expect(stall.durationMs).toBeGreaterThanOrEqual(STALL_MS);
  expect(stalls.filter(({ traceId }) => traceId === "innocent")).toEqual([]);
});

it("names the run of a stall inside a regular expression", async () => {
  const { watching, stallIn } = watch();
  await watching.attribute("run", async () => {
    await sleep(1);
    matchHopelessly();
  });
  expect(await stallIn("matchHopelessly")).toMatchObject({ traceId: "run" });
});

it("names the run of a stall inside a function of Node", async () => {
  const { watching, stallIn } = watch();
  await watching.attribute("run", async () => {
    await sleep(1);
    occupyInsideNode();
  });
  expect(await stallIn("occupyInsideNode")).toMatchObject({ traceId: "run" });
});

it("reports a stall outside of runs without a run", async () => {
  const { stallIn } = watch();
  await sleep(1);
  occupyLoop();
  expect(await stallIn("occupyLoop")).toMatchObject({ traceId: null });
});
