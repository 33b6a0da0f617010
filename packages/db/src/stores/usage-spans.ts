import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { query } from "../sql.ts";
import { USAGE_COUNT_BATCH, USAGE_SETTLED_MS } from "../tunables.ts";
import type { SqlConditions } from "./sql-conditions.ts";

/** How runs are counted: by time alone, in half hours; or by whole days (UTC) and agent, model or person. */
export type SpanKind = "all" | "agent" | "model" | "person";
/** An inclusive time range in milliseconds since the epoch. */
export type TimeSpan = { readonly from: number; readonly to: number };
/**
 * Two selects: `figures` returns rows `at, key` with figures of one or more runs; `latencies` returns rows `at, key, step, runs` of ended
 * runs.
 */
export type UsageParts = { readonly figures: string; readonly latencies: string };

const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 86_400_000;
const KEYS: Readonly<Record<SpanKind, string>> = {
  all: "''::text",
  agent: "f.agent",
  model: "f.model",
  person: "f.person_id",
};
/** The columns of `usage_span` that are summed. */
const SPAN_COLUMNS: readonly string[] = [
  ...["runs", "completed", "failed", "ended", "unpriced", "cost"],
  ...["input_tokens", "output_tokens", "cached_tokens"],
];

/** The same columns for one trace of `trace_facts f`. A child does not count as a run, but its usage counts. */
const RUN_COLUMNS = `${rootsWhere("true")}, ${rootsWhere("f.status = 'completed'")}, ${rootsWhere("f.status = 'failed'")},
  ${rootsWhere("f.status in ('completed', 'failed', 'cancelled', 'interrupted')")}, ${rootsWhere("f.cost is null")}, coalesce(f.cost, 0),
  f.input_tokens, f.output_tokens, f.cached_tokens`;

/**
 * Adds runs that ended some minutes ago to their spans, at most `USAGE_COUNT_BATCH` of them, so that a request for usage can do it first.
 * Runs outside the spans are read from their facts: a long gap in counting makes figures slower, not wrong.
 */
export async function countSettled(pool: pg.Pool, scope: Scope): Promise<void> {
  await query(pool, "select usage_count($1, now() - $2 * interval '1 millisecond', $3)", [
    scope.workspaceId,
    USAGE_SETTLED_MS,
    USAGE_COUNT_BATCH,
  ]);
}

/**
 * Selects all runs of a workspace in a time range: from the spans that fit inside it completely, and from the facts everything outside
 * those spans.
 */
export function countedParts(
  where: SqlConditions,
  scope: Scope,
  request: { readonly kind: SpanKind; readonly time: TimeSpan; readonly timeZone: string },
): UsageParts {
  const { kind, time, timeZone } = request;
  const inner = wholeSpans(request);
  const moment = (at: number): string => `${where.bind(new Date(at))}::timestamptz`;
  const workspace = where.bind(scope.workspaceId);
  const [from, to] = [moment(time.from), moment(time.to)];
  const [innerFrom, innerTo] = [moment(inner.from), moment(inner.to)];
  const isCut = kind === "all" && !alignsWithHalfHours(timeZone, time);
  const [cuts, notCut] = isCut
    ? [cutSpans({ innerFrom, innerTo, zone: where.bind(timeZone) }), "at not in (select cut.at from cut)"]
    : ["", "true"];
  const sources: readonly (readonly [source: string, condition: string])[] = [
    ["trace_facts f", `not f.counted and f.created_at >= ${from} and f.created_at <= ${to}`],
    ["trace_facts f", `f.counted and f.created_at >= ${from} and f.created_at < ${innerFrom}`],
    ["trace_facts f", `f.counted and f.created_at >= ${innerTo} and f.created_at <= ${to}`],
    ...(isCut
      ? [
          [
            "cut join trace_facts f on f.created_at >= cut.at and f.created_at < cut.at + interval '30 minutes'",
            "f.counted",
          ] as const,
        ]
      : []),
  ];
  const facts = (columns: string, condition: string): string =>
    sources
      .map(
        ([source, sourceCondition]) =>
          `union all select f.created_at, ${KEYS[kind]}, ${columns} from ${source}
           where f.workspace_id = ${workspace} and f.removed_at is null and ${condition} and ${sourceCondition}`,
      )
      .join("\n");
  const spans = (alias: string): string =>
    `${alias}.workspace_id = ${workspace} and ${alias}.kind = '${kind}' and ${alias}.at >= ${innerFrom} and ${alias}.at < ${innerTo} and ${notCut}`;
  return {
    figures: `${cuts} select s.at, s.key, ${SPAN_COLUMNS.map((name) => `s.${name}`).join(", ")} from usage_span s where ${spans("s")}
      ${facts(RUN_COLUMNS, "true")}`,
    latencies: `${cuts} select l.at, l.key, l.step, l.runs from usage_latency l where ${spans("l")}
      ${facts("usage_latency_step(f.duration_ms), 1", "f.ended_at is not null and f.root_id is null")}`,
  };
}

function rootsWhere(condition: string): string {
  return `(f.root_id is null and ${condition})::int`;
}

/** The half hours in which a day of the zone ends, one per day. Their runs are assigned to days by their facts. */
function cutSpans({
  innerFrom,
  innerTo,
  zone,
}: {
  readonly innerFrom: string;
  readonly innerTo: string;
  readonly zone: string;
}): string {
  return `with cut as materialized (
    select at from generate_series(${innerFrom}, ${innerTo} - interval '1 second', interval '30 minutes') as at
    where (at at time zone ${zone})::date <> ((at + interval '29 minutes 59 seconds') at time zone ${zone})::date
  )`;
}

/** Selects runs from their facts alone. `from` is the rest of a statement, starting at the table `trace_facts f`. */
export function factParts(key: string, from: string): UsageParts {
  const names = SPAN_COLUMNS.join(", ");
  return {
    figures: `select * from (select f.created_at, ${key}, ${RUN_COLUMNS} ${from}) as r(at, key, ${names})`,
    latencies: `select f.created_at as at, ${key} as key, usage_latency_step(f.duration_ms) as step, 1 as runs ${from} and f.ended_at is not null`,
  };
}

/** Returns the whole spans inside a time range as a half-open range; empty when there are none. */
function wholeSpans({ kind, time }: { readonly kind: SpanKind; readonly time: TimeSpan }): TimeSpan {
  const length = kind === "all" ? HALF_HOUR_MS : DAY_MS;
  const from = Math.ceil(time.from / length) * length;
  const to = Math.floor((time.to + 1) / length) * length;
  return from < to ? { from, to } : { from: time.to + 1, to: time.to + 1 };
}

/** True when the zone's midnight is a multiple of half an hour, as nearly everywhere (Kathmandu is an exception). */
function alignsWithHalfHours(timeZone: string, time: TimeSpan): boolean {
  const format = new Intl.DateTimeFormat("en", { timeZone, minute: "2-digit", hourCycle: "h23" });
  return [time.from, time.to].every((at) => {
    const whole = Math.floor(at / HALF_HOUR_MS) * HALF_HOUR_MS;
    return Number(format.format(whole)) % 30 === 0;
  });
}
