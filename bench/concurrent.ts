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
const KINDS = ["plain", "durable", "raw"] as const;

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
    for (const runs of quick ? [5] : [50, 200])
      for (const kind of KINDS) {
        const measured = await measureKind(kind, [String(runs), ...places]);
        figures.push(...figuresOf(`${runs} ${kind === "raw" ? "raw fetch" : kind} runs`, measured, kind));
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

function figuresOf(name: string, measured: Together, kind: (typeof KINDS)[number]): Figure[] {
  const timesIdeal = measured.wallMs / ((STEPS + 1) * MODEL_DELAY_MS);
  const figures = [
    { what: `${name}, time`, unit: "× ideal", value: timesIdeal, floor: 2.5, goal: 2 },
    { what: `${name}, event loop p99`, unit: "ms", value: measured.loopDelayMs, floor: 80, goal: 40 },
    { what: `${name}, memory`, unit: "MB", value: measured.megabytes, floor: 350, goal: 256 },
  ];
  return [
    plainFigure(`${name}, memory before the first`, "MB", measured.megabytesBefore),
    ...figures.map(({ floor, goal, ...figure }) =>
      kind === "raw" ? plainFigure(figure.what, figure.unit, figure.value) : atMost(figure, floor, goal),
    ),
  ];
}
