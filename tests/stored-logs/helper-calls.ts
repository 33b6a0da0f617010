import { z } from "zod";

/** A helper call, such as a summary, as the list of the most expensive calls shows it. */
type HelperCall = {
  readonly cost: number;
  readonly durationMs: number;
  readonly sequence: number;
  readonly tokens: number;
};

const call = (cost: number, durationMs: number, sequence: number, tokens: number): HelperCall => ({
  ...{ cost, durationMs, sequence, tokens },
});
const COPIED_SUMMARY = { edge: 4, calls: [call(0.001_770_39, 5_500, 252, 37_785)] };

/** Runs whose helper calls used to count in no goal and in no list of calls: the edge of the goal that made them, and the calls. */
const RUNS: Readonly<Record<string, { readonly edge: number; readonly calls: readonly HelperCall[] }>> = {
  "01a1c441-a980-7000-806d-4599c49ee775": COPIED_SUMMARY,
  "01a1c445-5319-7000-b8c2-0c2b68884929": COPIED_SUMMARY,
  "01a16bd9-d3fd-7000-8bf3-70fb04c2b382": { edge: 1, calls: [call(0.004_864_4, 2_675, 210, 15_104)] },
  "01a16d5a-5919-7000-97ef-b5ab0fa77dc3": { edge: 0, calls: [call(0.003_935_6, 1_600, 38, 4_700)] },
  "01a16eda-deb2-7000-a192-c7ba4de88802": {
    edge: 0,
    calls: [call(0.004_198_3, 1_900, 109, 7_318), call(0.003_935_6, 1_575, 38, 4_700)],
  },
  "01a1705b-6432-7000-9b31-b9834b239173": {
    edge: 0,
    calls: [call(0.004_016_5, 1_850, 72, 6_670), call(0.003_989_3, 1_850, 26, 4_445)],
  },
  "01a174dc-f4e4-7000-a918-0e30af8f43a7": {
    edge: 0,
    calls: [call(0.020_377_8, 2_150, 66, 9_876), call(0.020_333_3, 1_775, 56, 9_440)],
  },
};

const expensiveSchema = z.array(z.looseObject({ cost: z.number().nullable() }));

/** Adds the helper calls of a run to a recorded list of its most expensive calls, and keeps as many. */
export function withHelperCalls(traceId: string, recorded: unknown): unknown {
  const run = RUNS[traceId];
  if (run === undefined) return recorded;
  const calls = expensiveSchema.parse(recorded);
  return [...calls, ...run.calls.map((one) => ({ ...one, description: "" }))]
    .toSorted((left, right) => (right.cost ?? 0) - (left.cost ?? 0))
    .slice(0, calls.length);
}

const totalsSchema = z.looseObject({ cost: z.number(), durationMs: z.number(), tokens: z.number() });
const graphSchema = z.looseObject({
  body: z.looseObject({ edges: z.array(z.looseObject({ totals: totalsSchema })) }),
});

/** Adds the helper calls of a run to the goal that made them in a recorded graph. */
export function withHelperTotals(traceId: string, recorded: unknown): unknown {
  const run = RUNS[traceId];
  if (run === undefined) return recorded;
  const { body, ...rest } = graphSchema.parse(recorded);
  const edges = body.edges.map(({ totals, ...edge }, index) => ({
    ...edge,
    totals: index === run.edge ? run.calls.reduce(add, totals) : totals,
  }));
  return { ...rest, body: { ...body, edges } };
}

function add(sums: z.infer<typeof totalsSchema>, one: HelperCall): z.infer<typeof totalsSchema> {
  const { cost, durationMs, tokens } = sums;
  return {
    ...{ ...sums, cost: cost + one.cost },
    ...{ durationMs: durationMs + one.durationMs, tokens: tokens + one.tokens },
  };
}
