import { monitorEventLoopDelay } from "node:perf_hooks";
import { limitHeapGrowth } from "@goaltrace/host/process";
import { measureCost } from "./measure.ts";
import { memoryPlace, createRunPorts, runProduct } from "./product-run.ts";
import { captureOpening, rawFetchLoop } from "./raw-fetch-loop.ts";

/** The cost of many concurrent runs. Times in milliseconds, memory of the whole process in megabytes. */
export type Together = {
  readonly wallMs: number;
  readonly loopDelayMs: number;
  readonly megabytesBefore: number;
  readonly megabytes: number;
};

/** The histogram's sampling interval, which it counts as delay. */
const RESOLUTION_MS = 5;
const MEMORY_SAMPLE_MS = 25;
const MEGABYTE = 1_000_000;

// node concurrent-kind.ts <plain|durable|raw> <runs> <URL of the model> <URL for its opening> <database URL> <workspace> runs everything
// twice and measures the second time.
const [kind = "", runs = "0", baseUrl = "", openingUrl = "", databaseUrl = "", workspaceId = ""] =
  process.argv.slice(2);
// The same as in a worker.
limitHeapGrowth();
const work = await createWork();
process.send?.(await measureTogether(Number(runs)));
process.exit(0);

async function createWork(): Promise<() => Promise<unknown>> {
  if (kind === "raw") {
    const opening = await captureOpening(openingUrl);
    return async () => await rawFetchLoop(baseUrl, opening);
  }
  if (kind === "plain")
    return async () => {
      const { stores, scope } = memoryPlace();
      await runProduct(createRunPorts(stores, baseUrl), scope);
    };
  const { createDatabase } = await import("@goaltrace/db");
  const stores = createDatabase(databaseUrl);
  const scope = { workspaceId, personId: "bench" };
  return async () => await runProduct(createRunPorts(stores, baseUrl), scope);
}

async function measureTogether(count: number): Promise<Together> {
  const megabytesBefore = process.memoryUsage.rss() / MEGABYTE;
  const together = async (): Promise<void> =>
    void (await Promise.all(Array.from({ length: count }, async () => await work())));
  // Warms up connections and compiled code.
  await together();
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let megabytes = 0;
  const sampler = setInterval(() => {
    megabytes = Math.max(megabytes, process.memoryUsage.rss() / MEGABYTE);
  }, MEMORY_SAMPLE_MS);
  delays.enable();
  const { wallMs } = await measureCost(together);
  delays.disable();
  clearInterval(sampler);
  const loopDelayMs = Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS);
  return { wallMs, loopDelayMs, megabytesBefore, megabytes };
}
