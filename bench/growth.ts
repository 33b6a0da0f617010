import { createDatabase } from "@goaltrace/db";
import type { Benchmark } from "./benchmark.ts";
import { atMost, plainFigure } from "./figure.ts";
import { measureStepCosts, type StepCosts } from "./step-costs.ts";
import { startMockModel } from "./start-mock-model.ts";

/** What a step costs more for each step before it: the difference between long and short runs. Microseconds of CPU time. */
export const growth: Benchmark = async ({ databaseUrl, quick }) => {
  const database = createDatabase(databaseUrl);
  const model = await startMockModel();
  const [short, long] = quick ? [20, 60] : [100, 800];
  try {
    const few = await measureStepCosts({
      ...{ model, database, steps: short },
      ...(quick ? { warmUp: 1, rounds: 1 } : { warmUp: 8, rounds: 9 }),
    });
    const many = await measureStepCosts({
      ...{ model, database, steps: long },
      ...(quick ? { warmUp: 0, rounds: 1 } : { warmUp: 1, rounds: 3 }),
    });
    // A step of a run of n steps has n / 2 before it on average.
    const slope = (name: keyof StepCosts): number => (1000 * (many[name] - few[name])) / ((long - short) / 2);
    return [
      plainFigure("raw fetch, growth per earlier step", "µs", slope("raw")),
      atMost({ what: "plain run, growth per earlier step", unit: "µs", value: slope("plain") }, 4, 2),
      atMost({ what: "durable run, growth per earlier step", unit: "µs", value: slope("durable") }, 4, 2),
    ];
  } finally {
    model.stop();
    await database.close();
  }
};
