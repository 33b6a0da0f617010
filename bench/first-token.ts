import { createDatabase } from "@goaltrace/db";
import type { Benchmark } from "./benchmark.ts";
import { atMost, type Figure, plainFigure } from "./figure.ts";
import { interleave, medianCpuMs, median } from "./measure.ts";
import { databasePlace, memoryPlace, createRunPorts, type RunPlace, runProduct } from "./product-run.ts";
import { captureOpening, type Opening, rawFetchLoop } from "./raw-fetch-loop.ts";
import { startMockModel } from "./start-mock-model.ts";

/** Returns the milliseconds from the start until the first streamed piece of text. */
type FirstToken = (baseUrl: string) => Promise<number>;

/** Measures the time from handing over a task to the first streamed token, including the run's preparation, and the CPU time per token. */
export const firstToken: Benchmark = async ({ databaseUrl, quick }) => {
  const database = createDatabase(databaseUrl);
  const model = await startMockModel();
  const tokens = quick ? 200 : 4000;
  try {
    const opening = await captureOpening(model.baseUrl({ steps: 0 }));
    const durable = await databasePlace(database);
    const variants: Readonly<Record<string, FirstToken>> = {
      "raw fetch": (baseUrl) => rawFirstToken(baseUrl, opening),
      plain: (baseUrl) => productFirstToken(memoryPlace(), baseUrl),
      durable: (baseUrl) => productFirstToken(durable, baseUrl),
    };
    const times = await firstTokens(variants, model.baseUrl({ steps: 0 }), quick ? 5 : 200);
    const cpu = await cpuPerToken(variants, {
      short: model.baseUrl({ steps: 0, tokens: 1 }),
      long: model.baseUrl({ steps: 0, tokens: tokens + 1 }),
      tokens,
      rounds: quick ? 1 : 9,
    });
    return Object.keys(variants).flatMap((name): Figure[] => {
      const first = { what: `${name}, call to first token`, unit: "ms", value: times.get(name) ?? 0 };
      const each = { what: `${name}, CPU per streamed token`, unit: "µs", value: cpu.get(name) ?? 0 };
      if (name === "raw fetch")
        return [
          plainFigure(first.what, first.unit, first.value),
          plainFigure(each.what, each.unit, each.value),
        ];
      // With the durable log a run is created, claimed, started and its request recorded in four commits before the model is called.
      return [name === "plain" ? atMost(first, 2, 1.3) : atMost(first, 3, 3), atMost(each, 20, 9)];
    });
  } finally {
    model.stop();
    await database.close();
  }
};

async function rawFirstToken(baseUrl: string, opening: Opening): Promise<number> {
  const startedAt = performance.now();
  let first = 0;
  await rawFetchLoop(baseUrl, opening, () => {
    first ||= performance.now() - startedAt;
  });
  return first;
}

async function productFirstToken({ stores, scope }: RunPlace, baseUrl: string): Promise<number> {
  const ports = createRunPorts(stores, baseUrl);
  const startedAt = performance.now();
  let first = 0;
  await runProduct(ports, scope, (update) => {
    if (update.kind === "delta") first ||= performance.now() - startedAt;
  });
  return first;
}

async function firstTokens(
  variants: Readonly<Record<string, FirstToken>>,
  baseUrl: string,
  rounds: number,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number[]>(Object.keys(variants).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, measure] of Object.entries(variants)) times.get(name)?.push(await measure(baseUrl));
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}

/** Returns microseconds by variant as the difference between long and short answers, which excludes everything before the first token. */
async function cpuPerToken(
  variants: Readonly<Record<string, FirstToken>>,
  answers: {
    readonly short: string;
    readonly long: string;
    readonly tokens: number;
    readonly rounds: number;
  },
): Promise<ReadonlyMap<string, number>> {
  const { short, long, tokens, rounds } = answers;
  const work: Record<string, () => Promise<void>> = {};
  for (const [name, measure] of Object.entries(variants)) {
    work[`${name} short`] = async () => void (await measure(short));
    work[`${name} long`] = async () => void (await measure(long));
  }
  const costs = await interleave(work, { warmUp: 2, rounds });
  return new Map(
    Object.keys(variants).map((name) => {
      const difference = medianCpuMs(costs, `${name} long`) - medianCpuMs(costs, `${name} short`);
      return [name, (1000 * difference) / tokens];
    }),
  );
}
