import type { Database } from "@goaltrace/db";
import { interleave, medianCpuMs } from "./measure.ts";
import { databasePlace, memoryPlace, createRunPorts, runProduct } from "./product-run.ts";
import { captureOpening, rawFetchLoop } from "./raw-fetch-loop.ts";
import type { MockModel } from "./start-mock-model.ts";

/** Median CPU milliseconds of this process per model call, for runs of one length. */
export type StepCosts = { readonly raw: number; readonly plain: number; readonly durable: number };

/** Measures the raw loop, runs in memory and runs in PostgreSQL alternately. Excludes the CPU time of the database server. */
export async function measureStepCosts(options: {
  readonly model: MockModel;
  readonly database: Database;
  readonly steps: number;
  readonly rounds: number;
  readonly warmUp: number;
}): Promise<StepCosts> {
  const { model, database, steps, rounds, warmUp } = options;
  const baseUrl = model.baseUrl({ steps });
  const opening = await captureOpening(model.baseUrl({ steps: 0 }));
  const durable = await databasePlace(database);
  const costs = await interleave(
    {
      raw: async () => void (await rawFetchLoop(baseUrl, opening)),
      plain: async () => {
        const place = memoryPlace();
        await runProduct(createRunPorts(place.stores, baseUrl), place.scope);
      },
      durable: async () => void (await runProduct(createRunPorts(durable.stores, baseUrl), durable.scope)),
    },
    { rounds, warmUp },
  );
  const perCall = (name: keyof StepCosts): number => medianCpuMs(costs, name) / (steps + 1);
  return { raw: perCall("raw"), plain: perCall("plain"), durable: perCall("durable") };
}
