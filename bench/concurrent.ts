import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createDatabase } from "@goaltrace/db";
import type { Benchmark } from "./benchmark.ts";
import type { Together } from "./concurrent-kind.ts";
import { atMost, type Figure, plainFigure } from "./figure.ts";
import { databasePlace } from "./product-run.ts";
import { startMockModel } from "./start-mock-model.ts";

const STEPS = 20;
const MODEL_DELAY_MS = 50;
/**
 * The bounds of 2.5 and 2 times the ideal time were set where raw fetch itself took 1.47 times: as ratios to raw fetch they hold on
 * other machines too.
 */
const FLOOR_TIMES_RAW = 2.5 / 1.47;
const GOAL_TIMES_RAW = 2 / 1.47;

/** Many runs at once in one process, which does nothing else: time against that of a model alone, delay of the event loop, memory. */
export const concurrent: Benchmark = async ({ databaseUrl, quick }) => {
  const database = createDatabase(databaseUrl);
  const model = await startMockModel();
  const { scope } = await databasePlace(database);
  const places = [
    model.baseUrl({ steps: STEPS, delayMs: MODEL_DELAY_MS }),
    model.baseUrl({ steps: 0 }),
    databaseUrl,
    scope.workspaceId,
  ];
  try {
    const figures: Figure[] = [];
    for (const runs of quick ? [5] : [50, 200]) {
      const raw = await measureKind("raw", [String(runs), ...places]);
      figures.push(...figuresOf(`${runs} raw fetch runs`, raw, null));
      for (const kind of ["plain", "durable"]) {
        const measured = await measureKind(kind, [String(runs), ...places]);
        figures.push(...figuresOf(`${runs} ${kind} runs`, measured, raw));
      }
    }
    return figures;
  } finally {
    model.stop();
    await database.close();
  }
};

async function measureKind(kind: string, rest: readonly string[]): Promise<Together> {
  const child = fork(fileURLToPath(new URL("concurrent-kind.ts", import.meta.url)), [kind, ...rest]);
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${kind} runs at once ended with code ${code ?? "none"}`)));
    child.once("message", (message) => {
      if (isTogether(message)) resolve(message);
    });
  });
}

function isTogether(message: unknown): message is Together {
  return typeof message === "object" && message !== null && "wallMs" in message && "megabytes" in message;
}

/** Figures of one kind of runs; bounds hold for the product alone, whose time is compared with `raw`, the baseline of the same minutes. */
function figuresOf(name: string, measured: Together, raw: Together | null): Figure[] {
  const time = plainFigure(`${name}, time`, "× ideal", measured.wallMs / ((STEPS + 1) * MODEL_DELAY_MS));
  const before = plainFigure(`${name}, memory before the first`, "MB", measured.megabytesBefore);
  const delay = { what: `${name}, event loop p99`, unit: "ms", value: measured.loopDelayMs };
  const memory = { what: `${name}, memory`, unit: "MB", value: measured.megabytes };
  if (raw === null)
    return [before, time, ...[delay, memory].map(({ what, unit, value }) => plainFigure(what, unit, value))];
  const ratio = {
    what: `${name}, time against raw fetch`,
    unit: "× raw",
    value: measured.wallMs / raw.wallMs,
  };
  return [
    before,
    time,
    atMost(ratio, FLOOR_TIMES_RAW, GOAL_TIMES_RAW),
    atMost(delay, 80, 40),
    atMost(memory, 350, 256),
  ];
}
