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
/** Upper limits of the product's time as multiples of the ideal, the model's own delay. Raw fetch is measured in the same minutes. */
const TIMES_IDEAL: Readonly<Record<number, readonly [floor: number, goal: number]>> = {
  50: [1.33, 1.15],
  200: [2.5, 2],
};
const DURABLE_TIMES_RAW = 1;

/** Calls of each of three branches. */
const BRANCH_STEPS = 5;

/** Measures many concurrent runs in a dedicated process: time compared with the model alone, event loop delay and memory. */
export const concurrent: Benchmark = async (options) => await measureRuns(options, false);

/** The same where every third run hands out three branches, which take as long as the calls that they replace. */
export const trees: Benchmark = async (options) => await measureRuns(options, true);

async function measureRuns(
  { databaseUrl, quick }: Parameters<Benchmark>[0],
  hasTrees: boolean,
): ReturnType<Benchmark> {
  const database = createDatabase(databaseUrl);
  const model = await startMockModel();
  const { scope } = await databasePlace(database);
  const places = [
    model.baseUrl({ steps: STEPS, delayMs: MODEL_DELAY_MS }),
    model.baseUrl({ steps: 0 }),
    databaseUrl,
    scope.workspaceId,
    ...(hasTrees
      ? [model.baseUrl({ steps: STEPS, delayMs: MODEL_DELAY_MS, branchSteps: BRANCH_STEPS })]
      : []),
  ];
  try {
    const figures: Figure[] = [];
    for (const runs of quick ? [5] : [50, 200]) {
      const raw = await measureKind("raw", [String(runs), ...places]);
      figures.push(...runFigures({ kind: "raw fetch", runs, measured: raw, raw }));
      for (const kind of ["plain", "durable"] as const) {
        const measured = await measureKind(kind, [String(runs), ...places]);
        figures.push(...runFigures({ kind, runs, measured, raw }));
      }
    }
    return figures;
  } finally {
    model.stop();
    await database.close();
  }
}

async function measureKind(kind: string, rest: readonly string[]): Promise<Together> {
  const child = fork(fileURLToPath(new URL("concurrent-kind.ts", import.meta.url)), [kind, ...rest]);
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new Error(`${kind} concurrent runs exited with code ${code ?? "none"}`)),
    );
    child.once("message", (message) => {
      if (isTogether(message)) resolve(message);
    });
  });
}

function isTogether(message: unknown): message is Together {
  return typeof message === "object" && message !== null && "wallMs" in message && "megabytes" in message;
}

type Measured = {
  readonly kind: "raw fetch" | "plain" | "durable";
  readonly runs: number;
  readonly measured: Together;
  readonly raw: Together;
};

/** Returns the figures of one kind of runs; bounds apply only to the product. */
function runFigures({ kind, runs, measured, raw }: Measured): Figure[] {
  const name = `${runs} ${kind} runs`;
  const figure = (what: string, unit: string, value: number): Figure =>
    plainFigure(`${name}, ${what}`, unit, value);
  const before = figure("memory before the first", "MB", measured.megabytesBefore);
  const timesIdeal = figure("time", "× ideal", measured.wallMs / ((STEPS + 1) * MODEL_DELAY_MS));
  const timesRaw = figure("time against raw fetch", "× raw", measured.wallMs / raw.wallMs);
  const delay = figure("event loop p99", "ms", measured.loopDelayMs);
  const memory = figure("memory", "MB", measured.megabytes);
  if (kind === "raw fetch") return [before, timesIdeal, delay, memory];
  const bounds = TIMES_IDEAL[runs];
  const isBoundByIdeal = kind === "plain" && bounds !== undefined;
  return [
    before,
    isBoundByIdeal ? atMost(timesIdeal, ...bounds) : timesIdeal,
    kind === "durable" ? atMost(timesRaw, DURABLE_TIMES_RAW, DURABLE_TIMES_RAW) : timesRaw,
    atMost(delay, 80, 40),
    atMost(memory, 350, 256),
    atMost(figure("runs or entries lost or mixed", "", measured.faults), 0, 0),
    figure("stored entries per model call", "B", measured.bytesPerCall),
    figure("CPU per model call", "ms", measured.cpuMsPerCall),
  ];
}
