import type { Scope } from "@goaltrace/core";
import type pg from "pg";
import { query } from "../sql.ts";
import { latencyAt, type LatencyStep } from "./latency-steps.ts";
import { whereOf } from "./trace-query.ts";
import { countedParts, countSettled, factParts, type UsageParts } from "./usage-spans.ts";
import { createWhere, type Where } from "./where.ts";

export type UsageGrouping = "agent" | "model" | "person" | "tag";

/** What some runs used. `cost` sums the known costs and is null when none is known; `unpriced` runs have an unknown cost. Times in milliseconds. */
export type UsageFigures = {
  readonly runs: number;
  readonly completed: number;
  readonly failed: number;
  /** Runs that reached an end of any kind: what the success rate is a share of. */
  readonly ended: number;
  readonly cost: number | null;
  readonly unpriced: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  /** Of runs that ended, to about five per cent; null without one. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
};
export type UsageDay = UsageFigures & { /** `2026-11-20` */ readonly day: string };
export type UsageGroup = UsageFigures & {
  /** Agent, model, tag, or the id of a person. */ readonly key: string;
  readonly label: string;
};
export type Usage = {
  readonly total: UsageFigures;
  readonly days: readonly UsageDay[];
  readonly groups: readonly UsageGroup[];
};

/** Figures of runs by when they were made. */
export type UsageStore = {
  usage(scope: Scope, request: UsageRequest): Promise<Usage>;
};
export type UsageRequest = {
  readonly from: number;
  readonly to: number;
  /** IANA name: whose midnight parts the days. */
  readonly timeZone: string;
  readonly by: UsageGrouping;
};

type FigureRow = {
  readonly [Name in Exclude<keyof UsageFigures, "p50Ms" | "p95Ms">]: string | number | null;
} & { readonly part: string | null; readonly label?: string | null };
type StepRow = { readonly part: string; readonly step: number; readonly runs: number };
type Figures = {
  readonly rows: readonly FigureRow[];
  readonly steps: ReadonlyMap<string, readonly LatencyStep[]>;
};

const FIGURES = `sum(r.runs)::int as runs, sum(r.completed)::int as completed, sum(r.failed)::int as failed, sum(r.ended)::int as ended,
  case when sum(r.runs) > sum(r.unpriced) or sum(r.cost) > 0 then sum(r.cost) end as cost, sum(r.unpriced)::int as unpriced,
  sum(r.input_tokens) as "inputTokens", sum(r.output_tokens) as "outputTokens", sum(r.cached_tokens) as "cachedTokens"`;

/** Where only children of runs were made, there are tokens and no runs. */
const USED = "(sum(r.runs) > 0 or sum(r.input_tokens) > 0)";

const MOST_GROUPS = 100;

/**
 * What a workspace used is known to all of its members, runs in private conversations included: numbers under agents, models and persons,
 * never what was said. Tags are words that people write, so figures by tag are of the runs a person sees.
 */
export function createUsageStore(pool: pg.Pool): UsageStore {
  return {
    async usage(scope, request) {
      await countSettled(pool, scope);
      const [days, groups] = await Promise.all([
        readDays(pool, scope, request),
        readGroups(pool, scope, request),
      ]);
      const total = days.rows.find((row) => row.part === null);
      return {
        total: figuresOf(total, [...days.steps.values()].flat()),
        days: days.rows.flatMap((row) =>
          row.part === null ? [] : [{ day: row.part, ...figuresOf(row, days.steps.get(row.part)) }],
        ),
        groups: groups.rows.map((row) => {
          const key = row.part ?? "";
          return { key, label: row.label ?? key, ...figuresOf(row, groups.steps.get(key)) };
        }),
      };
    },
  };
}

async function readDays(pool: pg.Pool, scope: Scope, request: UsageRequest): Promise<Figures> {
  const { from, to, timeZone } = request;
  const where = createWhere();
  const day = `date_trunc('day', r.at at time zone ${where.place(timeZone)})`;
  const parts = countedParts(where, scope, { kind: "all", time: { from, to }, timeZone });
  return readFigures(pool, where, {
    figures: `select to_char(r.day, 'YYYY-MM-DD') as part, ${FIGURES} from (select ${day} as day, r.* from (${parts.figures}) r) r
      group by grouping sets ((r.day), ()) having ${USED} order by r.day nulls first`,
    latencies: `select to_char(r.day, 'YYYY-MM-DD') as part, r.step, r.runs
      from (select ${day} as day, r.step, sum(r.runs)::int as runs from (${parts.latencies}) r group by 1, 2) r`,
  });
}

async function readGroups(pool: pg.Pool, scope: Scope, request: UsageRequest): Promise<Figures> {
  const { from, to, timeZone, by } = request;
  const where = by === "tag" ? await whereOf(pool, scope, taggedRuns(request)) : createWhere();
  const parts =
    by === "tag"
      ? factParts(
          "trace_tag.tag",
          `from trace_facts f join trace_tag on trace_tag.workspace_id = f.workspace_id and trace_tag.trace_id = f.trace_id where ${where.text()}`,
        )
      : countedParts(where, scope, { kind: by, time: { from, to }, timeZone });
  const [label, join] =
    by === "person" ? ["coalesce(u.name, g.part)", 'left join "user" u on u.id = g.part'] : ["g.part", ""];
  return readFigures(pool, where, {
    figures: `select g.*, ${label} as label from (
        select r.key as part, ${FIGURES} from (${parts.figures}) r group by 1 having ${USED}
      ) g ${join} order by g.cost desc nulls last, g.runs desc limit ${MOST_GROUPS}`,
    latencies: `select r.key as part, r.step, sum(r.runs)::int as runs from (${parts.latencies}) r group by 1, 2`,
  });
}

function taggedRuns({ from, to }: UsageRequest): Parameters<typeof whereOf>[2] {
  return { wanted: { created: { from, to } }, reads: "all" };
}

async function readFigures(pool: pg.Pool, where: Where, parts: UsageParts): Promise<Figures> {
  const [rows, steps] = await Promise.all([
    query<FigureRow>(pool, parts.figures, where.values),
    query<StepRow>(pool, parts.latencies, where.values),
  ]);
  const stepsOf = new Map<string, LatencyStep[]>();
  for (const { part, ...step } of steps) stepsOf.set(part, [...(stepsOf.get(part) ?? []), step]);
  return { rows, steps: stepsOf };
}

/** PostgreSQL sends sums of large whole numbers as text. */
function figuresOf(row: FigureRow | undefined, steps: readonly LatencyStep[] = []): UsageFigures {
  const known = (value: string | number | null | undefined): number | null =>
    value === null || value === undefined ? null : Number(value);
  return {
    runs: known(row?.runs) ?? 0,
    completed: known(row?.completed) ?? 0,
    failed: known(row?.failed) ?? 0,
    ended: known(row?.ended) ?? 0,
    cost: known(row?.cost),
    unpriced: known(row?.unpriced) ?? 0,
    inputTokens: known(row?.inputTokens) ?? 0,
    outputTokens: known(row?.outputTokens) ?? 0,
    cachedTokens: known(row?.cachedTokens) ?? 0,
    p50Ms: latencyAt(0.5, steps),
    p95Ms: latencyAt(0.95, steps),
  };
}
