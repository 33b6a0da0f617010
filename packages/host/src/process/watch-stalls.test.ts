import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Stall } from "@goaltrace/core/ports";
import { IS_SOAK } from "@goaltrace/core/testing";
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

it("names the run and the function that stall the event loop, even after a wait", async () => {
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
  // Without the time in which a busy machine gave the loop no processor.
  expect(stall.durationMs).toBeGreaterThan(0);
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

/** Works for a quarter of a second of processor time when it gets input. Prints the milliseconds of its longest stall, and those of the work. */
const STARVED_PROGRAM = `
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { watchStalls } from ${JSON.stringify(fileURLToPath(new URL("watch-stalls.ts", import.meta.url)))};
const watching = watchStalls({ stallMs: 100 });
let longest = 0;
watching.onStall(({ durationMs }) => (longest = Math.max(longest, durationMs)));
console.log("ready");
await once(process.stdin, "data");
const since = performance.now(), before = process.cpuUsage();
while (process.cpuUsage(before).user < 250_000) Math.sqrt(2);
const took = performance.now() - since;
await sleep(500);
console.log(JSON.stringify({ longest, took }));
process.exit();
`;
const COMPETITORS = IS_SOAK ? 6 : 3;
/** Takes all of a processor once it gets input: before that, it would slow down the start of the others. */
const COMPETITOR = 'process.stdin.once("data", () => { for (;;); }); console.log("ready");';
const canPin = spawnSync("taskset", ["--version"]).status === 0 && existsSync("/proc/self/schedstat");

/** Starts a program of Node and waits for its first output. */
async function startProgram(...parameters: readonly string[]): Promise<ChildProcessWithoutNullStreams> {
  const child = spawn(process.execPath, parameters);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

it.skipIf(!canPin)("does not count time in which other programs have the processor", async () => {
  const starved = await startProgram("--import", "tsx", "--input-type=module", "-e", STARVED_PROGRAM);
  const competitors = await Promise.all(
    Array.from({ length: COMPETITORS }, async () => await startProgram("-e", COMPETITOR)),
  );
  for (const { pid } of [...competitors, starved])
    expect(spawnSync("taskset", ["-a", "-c", "-p", "0", String(pid)]).status).toBe(0);
  for (const { stdin } of [...competitors, starved]) stdin.write("go");
  const [printed] = (await once(starved.stdout, "data")) as [Buffer];
  const { longest, took } = JSON.parse(printed.toString()) as {
    readonly longest: number;
    readonly took: number;
  };
  expect(longest).toBeLessThan(took / 2);
});
