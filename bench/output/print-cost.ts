import { spawn } from "node:child_process";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

const MEGABYTE = 1_000_000;
const MEMORY_SAMPLE_MS = 10;
/** The histogram's sampling interval, which it counts as delay. */
const RESOLUTION_MS = 5;
/** Time for work in progress to settle: notifications in flight and rows of partial texts. */
const SETTLE_MS = 500;

/**
 * The cost of some work in this process. Times in milliseconds; memory (peak resident size above the size before) in megabytes.
 */
export type PrintCost = {
  readonly wallMs: number;
  readonly megabytes: number;
  readonly loopDelayMs: number;
  readonly maxLoopDelayMs: number;
};

/** Measures this process during some work. */
export async function measureCost(work: () => Promise<void>): Promise<PrintCost> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), MEMORY_SAMPLE_MS);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const startedAt = performance.now();
  await work();
  const wallMs = performance.now() - startedAt;
  await sleep(SETTLE_MS);
  delays.disable();
  clearInterval(sampler);
  const delay = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  return {
    wallMs,
    megabytes: (peak - before) / MEGABYTE,
    loopDelayMs: delay(delays.percentile(99)),
    maxLoopDelayMs: delay(delays.max),
  };
}

/** Lets a process print `megabytes` of lines as fast as they are read, and passes each chunk to `take`. */
export async function printTo(megabytes: number, take: (text: string) => void): Promise<void> {
  const script = `
    const lines = "warning: unused variable in src/features/chat/turn-items.ts, line 214\\n".repeat(900);
    let left = ${megabytes * MEGABYTE};
    const print = () => {
      while (left > 0) {
        left -= lines.length;
        if (!process.stdout.write(lines)) return void process.stdout.once("drain", print);
      }
    };
    print();`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.setEncoding("utf8").on("data", take);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`the printing process exited with code ${code ?? "none"}`);
}
