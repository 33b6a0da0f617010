import { createDatabase, type Database } from "@goaltrace/db";
import type { Benchmark } from "./benchmark.ts";
import { atMost, type Figure, plainFigure } from "./figure.ts";
import { databasePlace, createRunPorts, runProduct } from "./product-run.ts";
import { measureStepCosts } from "./step-costs.ts";
import { type MockModel, startMockModel } from "./start-mock-model.ts";

const QUICK = [{ length: 20, warmUp: 1, rounds: 1 }] as const;
const FULL = [
  { length: 100, warmUp: 8, rounds: 13 },
  { length: 500, warmUp: 1, rounds: 5 },
] as const;

/**
 * Measures the CPU time of a step as a multiple of the raw loop's, with in-memory stores and with the durable log, and the bytes stored per
 * step.
 */
export const steps: Benchmark = async ({ databaseUrl, quick }) => {
  const database = createDatabase(databaseUrl);
  const model = await startMockModel();
  try {
    const figures: Figure[] = [];
    for (const { length, ...rounds } of quick ? QUICK : FULL) {
      const costs = await measureStepCosts({ model, database, steps: length, ...rounds });
      const ofLength = `${length} steps`;
      figures.push(
        plainFigure(`raw fetch, CPU per step, ${ofLength}`, "ms", costs.raw),
        atMost(
          { what: `plain run, CPU per step, ${ofLength}`, unit: "× raw", value: costs.plain / costs.raw },
          1.8,
          1.3,
        ),
        atMost(
          { what: `durable run, CPU per step, ${ofLength}`, unit: "× raw", value: costs.durable / costs.raw },
          3,
          2,
        ),
        plainFigure(`stored per step, ${ofLength}`, "bytes", await storedPerStep(database, model, length)),
      );
    }
    return figures;
  } finally {
    model.stop();
    await database.close();
  }
};

/** Returns the bytes of entries and blobs per step, in a workspace with one run. */
async function storedPerStep(database: Database, model: MockModel, length: number): Promise<number> {
  const { stores, scope } = await databasePlace(database);
  await runProduct(createRunPorts(stores, model.baseUrl({ steps: length })), scope);
  const { rows } = await database.pool.query<{ bytes: number }>(
    `select ((select sum(octet_length(body)) from entry where workspace_id = $1) +
      coalesce((select sum(octet_length(text)) from blob where workspace_id = $1), 0))::float8 as bytes`,
    [scope.workspaceId],
  );
  return (rows[0]?.bytes ?? 0) / length;
}
