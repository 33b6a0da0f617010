import { monitorEventLoopDelay } from "node:perf_hooks";
import { limitHeapGrowth } from "@goaltrace/host";
import { measureCost } from "./measure.ts";
import { memoryPlace, createRunPorts, type RunPlace, runProduct } from "./product-run.ts";
import { captureOpening, rawFetchLoop } from "./raw-fetch-loop.ts";

/** The cost of many concurrent runs. Times in milliseconds, memory of the whole process in megabytes. */
export type Together = {
  /** Runs that are missing or did not complete, and entries that are missing, repeated or of another run. */
  readonly faults: number;
  /** Bytes of the stored entries for each model call. */
  readonly bytesPerCall: number;
  /** CPU time of the process for each model call; 0 for the raw loop, which does not count its calls. */
  readonly cpuMsPerCall: number;
  readonly wallMs: number;
  readonly loopDelayMs: number;
  readonly megabytesBefore: number;
  readonly megabytes: number;
};

/** The histogram's sampling interval, which it counts as delay. */
const RESOLUTION_MS = 5;
const MEMORY_SAMPLE_MS = 25;
const MEGABYTE = 1_000_000;

// node concurrent-kind.ts <plain|durable|raw> <runs> <URL of the model> <URL for its opening> <database URL> <workspace> [<URL of the model for
// every third run, which has three branches>] runs everything twice and measures the second time.
const [
  kind = "",
  runs = "0",
  baseUrl = "",
  openingUrl = "",
  databaseUrl = "",
  workspaceId = "",
  treeUrl = "",
] = process.argv.slice(2);
const BRANCHES = 3;
// The same as in a worker.
limitHeapGrowth();
const work = await createWork();
process.send?.(await measureTogether(Number(runs)));
process.exit(0);

/** Executes one run. A tree is one with three branches. Returns its place and id for `checkRuns`; null for the raw loop, which stores nothing. */
type Work = (isTree: boolean) => Promise<Done | null>;
type Done = { readonly place: RunPlace; readonly id: string; readonly isTree: boolean };

async function createWork(): Promise<Work> {
  if (kind === "raw") {
    const opening = await captureOpening(openingUrl);
    const loop = async (url: string): Promise<void> => void (await rawFetchLoop(url, opening));
    return async (isTree) => {
      await (isTree ? rawTree(treeUrl, loop) : loop(baseUrl));
      return null;
    };
  }
  const execute = async ({ stores, scope }: RunPlace, isTree: boolean): Promise<Done> => {
    const ports = createRunPorts(stores, isTree ? treeUrl : baseUrl, { hasAgents: isTree });
    const { id } = await runProduct(ports, scope);
    return { place: { stores, scope }, id, isTree };
  };
  if (kind === "plain") return async (isTree) => await execute(memoryPlace(), isTree);
  const { createDatabase } = await import("@goaltrace/db");
  const stores = createDatabase(databaseUrl);
  const scope = { workspaceId, personId: "bench" };
  return async (isTree) => await execute({ stores, scope }, isTree);
}

/** As many requests as a run with three branches: one, then three loops side by side, then the rest. */
async function rawTree(url: string, loop: (url: string) => Promise<void>): Promise<void> {
  const [steps = 0, branchSteps = 0] = [/\/(\d+)\/\d+\/\d+\/\d+$/u, /\/(\d+)$/u].map((part) =>
    Number(part.exec(url)?.[1]),
  );
  const plain = (count: number): string =>
    url.replace(/\/\d+(\/\d+\/\d+)\/\d+$/u, (_, rest: string) => `/${count}${rest}`);
  await loop(plain(0));
  await Promise.all(Array.from({ length: BRANCHES }, async () => await loop(plain(branchSteps))));
  await loop(plain(steps - branchSteps - 2));
}

/** Reads the logs of finished runs back. */
async function checkRuns(
  done: readonly (Done | null)[],
): Promise<Pick<Together, "faults" | "bytesPerCall"> & { readonly calls: number }> {
  let [faults, bytes, calls] = [0, 0, 0];
  for (const run of done) {
    if (run === null) continue;
    const { stores, scope } = run.place;
    const family = await stores.traces.family(scope, run.id);
    if (family.length !== (run.isTree ? 1 + BRANCHES : 1)) faults += 1;
    for (const { id, status, lastSequence, totals } of family) {
      const entries = await stores.traces.entries(scope, id, { after: 0, limit: lastSequence + 1 });
      calls += totals.modelCalls;
      bytes += entries.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
      if (status !== "completed" || entries.length !== lastSequence) faults += 1;
      faults += entries.filter(
        ({ traceId, sequence }, index) => traceId !== id || sequence !== index + 1,
      ).length;
    }
  }
  return { faults, calls, bytesPerCall: calls === 0 ? 0 : bytes / calls };
}

async function measureTogether(count: number): Promise<Together> {
  const megabytesBefore = process.memoryUsage.rss() / MEGABYTE;
  let done: readonly (Done | null)[] = [];
  const together = async (): Promise<void> => {
    done = await Promise.all(
      Array.from({ length: count }, async (_, index) => await work(treeUrl !== "" && index % 3 === 0)),
    );
  };
  // Warms up connections and compiled code.
  await together();
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let megabytes = 0;
  const sampler = setInterval(() => {
    megabytes = Math.max(megabytes, process.memoryUsage.rss() / MEGABYTE);
  }, MEMORY_SAMPLE_MS);
  delays.enable();
  const { wallMs, cpuMs } = await measureCost(together);
  delays.disable();
  clearInterval(sampler);
  const loopDelayMs = Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS);
  const { calls, ...checked } = await checkRuns(done);
  const cpuMsPerCall = calls === 0 ? 0 : cpuMs / calls;
  return { wallMs, loopDelayMs, megabytesBefore, megabytes, cpuMsPerCall, ...checked };
}
