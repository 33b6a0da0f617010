import { createDatabase } from "@goaltrace/db";
import type { Benchmark } from "./benchmark.ts";
import { atMost, plainFigure } from "./figure.ts";
import { median } from "./measure.ts";
import { measureStepCosts, type StepCosts } from "./step-costs.ts";
import { startMockModel } from "./start-mock-model.ts";

const QUICK = {
  blocks: 1,
  short: { steps: 20, warmUp: 1, rounds: 1 },
  long: { steps: 60, warmUp: 0, rounds: 1 },
};
const FULL = {
  blocks: 3,
  short: { steps: 100, warmUp: 8, rounds: 5 },
  long: { steps: 800, warmUp: 1, rounds: 1 },
};

/**
 * Measures the additional cost of a step for each earlier step: the difference between long and short runs, measured alternately.
 * Microseconds of CPU time; negative when compiled code saves a long run more than its length costs.
 */
export const growth: Benchmark = async ({ databaseUrl, quick }) => {
  const database = createDatabase(databaseUrl);
  const model = await startMockModel();
  const { blocks, short, long } = quick ? QUICK : FULL;
  const few: StepCosts[] = [];
  const many: StepCosts[] = [];
  try {
    for (let block = 0; block < blocks; block += 1) {
      // Warmed up before the first block.
      const cold = block === 0 ? {} : { warmUp: 0 };
      few.push(await measureStepCosts({ model, database, ...short, ...cold }));
      many.push(await measureStepCosts({ model, database, ...long, ...cold }));
    }
  } finally {
    model.stop();
    await database.close();
  }
  const middle = (costs: readonly StepCosts[], name: keyof StepCosts): number =>
    median(costs.map((cost) => cost[name]));
  // A step in a run of n steps has n / 2 earlier steps on average.
  const slope = (name: keyof StepCosts): number =>
    (1000 * (middle(many, name) - middle(few, name))) / ((long.steps - short.steps) / 2);
  return [
    plainFigure("raw fetch, growth per earlier step", "µs", slope("raw")),
    atMost({ what: "plain run, growth per earlier step", unit: "µs", value: slope("plain") }, 4, 2),
    atMost({ what: "durable run, growth per earlier step", unit: "µs", value: slope("durable") }, 4, 2),
  ];
};
