import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { query } from "../sql.ts";
import { latencyAt, type LatencyStep } from "./latency-steps.ts";
import { queryConditions } from "./trace-query.ts";
import { countedParts, countSettled, factParts, type UsageParts } from "./usage-spans.ts";
import { createSqlConditions, type SqlConditions } from "./sql-conditions.ts";

export type UsageGrouping = "agent" | "model" | "person" | "tag";

/**
 * The usage of a set of runs. `cost` sums the known costs and is null when none is known; `unpriced` counts the runs with unknown cost. Times
 * are in milliseconds.
 */
export type UsageFigures = {
  readonly runs: number;
  readonly completed: number;
  readonly failed: number;
  /** Runs that ended, with any status: the base of the success rate. */
  readonly ended: number;
  readonly cost: number | null;
  readonly unpriced: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  /** Latencies of ended runs, accurate to about five percent; null without any. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
};
export type UsageDay = UsageFigures & { /** `2026-11-20` */ readonly day: string };
export type UsageGroup = UsageFigures & {
  /** Agent, model, tag or person id. */ readonly key: string;
  readonly label: string;
};
export type Usage = {
  readonly total: UsageFigures;
  readonly days: readonly UsageDay[];
  readonly groups: readonly UsageGroup[];
};

/** Usage of runs by creation time. */
export type UsageStore = {
  usage(scope: Scope, request: UsageRequest): Promise<Usage>;
};
export type UsageRequest = {
  readonly from: number;
  readonly to: number;
  /** IANA name of the time zone whose midnight separates the days. */
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

/** A day on which only child traces were created has tokens but no runs. */
const USED = "(sum(r.runs) > 0 or sum(r.input_tokens) > 0)";

const MAX_GROUPS = 100;

/**
 * Usage is visible to all members of a workspace and includes private conversations: figures by agent, model and person, never content.
 * Tags are written by people, so figures by tag cover only the runs the person can see.
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
        total: toFigures(total, [...days.steps.values()].flat()),
        days: days.rows.flatMap((row) =>
          row.part === null ? [] : [{ day: row.part, ...toFigures(row, days.steps.get(row.part)) }],
        ),
        groups: groups.rows.map((row) => {
          const key = row.part ?? "";
          return { key, label: row.label ?? key, ...toFigures(row, groups.steps.get(key)) };
        }),
      };
    },
  };
}

async function readDays(pool: pg.Pool, scope: Scope, request: UsageRequest): Promise<Figures> {
  const { from, to, timeZone } = request;
  const where = createSqlConditions();
  const day = `date_trunc('day', r.at at time zone ${where.bind(timeZone)})`;
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
  const where =
    by === "tag" ? await queryConditions(pool, scope, taggedRuns(request)) : createSqlConditions();
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
      ) g ${join} order by g.cost desc nulls last, g.runs desc limit ${MAX_GROUPS}`,
    latencies: `select r.key as part, r.step, sum(r.runs)::int as runs from (${parts.latencies}) r group by 1, 2`,
  });
}

function taggedRuns({ from, to }: UsageRequest): Parameters<typeof queryConditions>[2] {
  return { filter: { created: { from, to } }, reads: "all" };
}

async function readFigures(pool: pg.Pool, where: SqlConditions, parts: UsageParts): Promise<Figures> {
  const [rows, steps] = await Promise.all([
    query<FigureRow>(pool, parts.figures, where.values),
    query<StepRow>(pool, parts.latencies, where.values),
  ]);
  const stepsByPart = new Map<string, LatencyStep[]>();
  for (const { part, ...step } of steps) stepsByPart.set(part, [...(stepsByPart.get(part) ?? []), step]);
  return { rows, steps: stepsByPart };
}

/** PostgreSQL returns sums of large integers as text. */
function toFigures(row: FigureRow | undefined, steps: readonly LatencyStep[] = []): UsageFigures {
  const toNumber = (value: string | number | null | undefined): number | null =>
    value === null || value === undefined ? null : Number(value);
  return {
    runs: toNumber(row?.runs) ?? 0,
    completed: toNumber(row?.completed) ?? 0,
    failed: toNumber(row?.failed) ?? 0,
    ended: toNumber(row?.ended) ?? 0,
    cost: toNumber(row?.cost),
    unpriced: toNumber(row?.unpriced) ?? 0,
    inputTokens: toNumber(row?.inputTokens) ?? 0,
    outputTokens: toNumber(row?.outputTokens) ?? 0,
    cachedTokens: toNumber(row?.cachedTokens) ?? 0,
    p50Ms: latencyAt(0.5, steps),
    p95Ms: latencyAt(0.95, steps),
  };
}
