import { monitorEventLoopDelay } from "node:perf_hooks";
import { createDatabase } from "@goaltrace/db";
import type { Benchmark } from "./benchmark.ts";
import { atMost, type Figure, plainFigure } from "./figure.ts";
import { costOf } from "./measure.ts";
import { databasePlace, memoryPlace, portsOf, runProduct } from "./product-run.ts";
import { captureOpening, rawFetchLoop } from "./raw-fetch-loop.ts";
import { startMockModel } from "./start-mock-model.ts";

const STEPS = 20;
const MODEL_DELAY_MS = 50;
/** The histogram samples in this interval and counts it as delay. */
const RESOLUTION_MS = 5;
const MEGABYTE = 1_000_000;

/** Many runs at once in one process: time against that of a model alone, delay of the event loop, memory. */
export const concurrent: Benchmark = async ({ databaseUrl, quick }) => {
  const database = createDatabase(databaseUrl);
  const model = await startMockModel();
  const baseUrl = model.baseUrl({ steps: STEPS, delayMs: MODEL_DELAY_MS });
  try {
    const opening = await captureOpening(model.baseUrl({ steps: 0 }));
    const durable = await databasePlace(database);
    const kinds = {
      plain: async () => {
        const place = memoryPlace();
        await runProduct(portsOf(place.stores, baseUrl), place.scope);
      },
      durable: async () => void (await runProduct(portsOf(durable.stores, baseUrl), durable.scope)),
      "raw fetch": async () => void (await rawFetchLoop(baseUrl, opening)),
    };
    const figures: Figure[] = [
      plainFigure("memory before the first run", "MB", process.memoryUsage.rss() / MEGABYTE),
    ];
    for (const runs of quick ? [5] : [50, 200]) {
      for (const [kind, work] of Object.entries(kinds)) {
        const measured = await measureTogether(runs, work);
        figures.push(...figuresOf(`${runs} ${kind} runs`, measured, kind !== "raw fetch"));
      }
    }
    return figures;
  } finally {
    model.stop();
    await database.close();
  }
};

type Together = { readonly timesIdeal: number; readonly delayMs: number; readonly megabytes: number };

async function measureTogether(runs: number, work: () => Promise<void>): Promise<Together> {
  // Warm: connections are open and the code is compiled.
  await Promise.all(Array.from({ length: runs }, work));
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let megabytes = 0;
  const sampler = setInterval(() => {
    megabytes = Math.max(megabytes, process.memoryUsage.rss() / MEGABYTE);
  }, 25);
  delays.enable();
  const { wallMs } = await costOf(async () => void (await Promise.all(Array.from({ length: runs }, work))));
  delays.disable();
  clearInterval(sampler);
  return {
    timesIdeal: wallMs / ((STEPS + 1) * MODEL_DELAY_MS),
    delayMs: Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS),
    megabytes,
  };
}

function figuresOf(name: string, measured: Together, bounded: boolean): Figure[] {
  const figures = [
    { what: `${name}, time`, unit: "× ideal", value: measured.timesIdeal, floor: 2.5, goal: 2 },
    { what: `${name}, event loop p99`, unit: "ms", value: measured.delayMs, floor: 80, goal: 40 },
    { what: `${name}, memory`, unit: "MB", value: measured.megabytes, floor: 350, goal: 256 },
  ];
  return figures.map(({ floor, goal, ...figure }) =>
    bounded ? atMost(figure, floor, goal) : plainFigure(figure.what, figure.unit, figure.value),
  );
}
