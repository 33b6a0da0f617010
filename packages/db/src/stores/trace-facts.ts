import type { Entry, Trace, TraceProjection } from "@goaltrace/core/log";
import type pg from "pg";
import type { EntryRow } from "../rows/entry-row.ts";
import { query } from "../sql.ts";

/** The facts that an append adds to its trace, apart from the projection. */
export type FactChanges = {
  readonly tools: readonly string[];
  readonly loops: number;
  readonly givenUp: number;
};

const TOOL_NAME_CHARACTERS = 100;

/**
 * Returns the tools that answered in these entries, the number of loops detected, of which polling loops do not count, and the number of parts given up: goals
 * and branches of sub-agents.
 */
export function factChanges(entries: readonly Entry[]): FactChanges {
  const tools = new Set<string>();
  let [loops, givenUp] = [0, 0];
  for (const entry of entries) {
    if (entry.kind === "message" && entry.role === "tool") tools.add(storableName(entry.toolName));
    if (entry.kind === "event" && entry.type === "loop.detected" && entry.data.action !== "polling")
      loops += 1;
    if (entry.kind === "event") givenUp += partsGivenUp(entry);
  }
  return { tools: [...tools], loops, givenUp };
}

function partsGivenUp(event: Extract<Entry, { readonly kind: "event" }>): number {
  if (event.type === "child.finished") return event.data.givenUp === true ? 1 : 0;
  if (event.type !== "goals.changed") return 0;
  return event.data.operations.filter(
    (operation) => operation.op === "status" && operation.status === "abandoned",
  ).length;
}

/** Models invent tool names, and PostgreSQL text can hold neither zero bytes nor lone surrogates. */
export function storableName(name: string): string {
  return name
    .slice(0, TOOL_NAME_CHARACTERS)
    .replaceAll("\0", "")
    .replace(/[\uD800-\uDFFF]/gu, "");
}

/** Returns the facts that repeat the projection, as the group statement and `insertFacts` read them. */
export function projectedFacts({
  status,
  totals,
  startedAt,
  endedAt,
}: TraceProjection): Record<string, unknown> {
  return {
    status,
    errors: totals.errors,
    model_calls: totals.modelCalls,
    tool_calls: totals.toolCalls,
    input_tokens: totals.inputTokens,
    output_tokens: totals.outputTokens,
    cached_tokens: totals.cachedTokens,
    cost: totals.cost,
    // Waiting for people and workers says nothing about a run: lists filter and usage compares by work.
    duration_ms: Math.round(Math.max(0, totals.durationMs - (totals.waitedMs ?? 0))),
    started_at: startedAt === null ? null : new Date(startedAt).toISOString(),
    ended_at: endedAt === null ? null : new Date(endedAt).toISOString(),
  };
}

/** Returns the changes by the names of their columns. */
export function changeColumns({ tools, loops, givenUp }: FactChanges): Record<string, unknown> {
  return { tools, loops, given_up: givenUp };
}

/** The columns of `changeColumns` with their types, for a recordset. */
export const CHANGED_FACTS = "tools text[], loops int, given_up int";
/** The columns of `projectedFacts` with their types, for a recordset. */
export const PROJECTED_FACTS = `status text, errors int, model_calls int, tool_calls int, input_tokens bigint, output_tokens bigint,
    cached_tokens bigint, cost float8, duration_ms bigint, started_at timestamptz, ended_at timestamptz`;
/** The names of the same columns. */
export const PROJECTED_FACT_NAMES: readonly string[] = [
  ...["status", "errors", "model_calls", "tool_calls", "input_tokens", "output_tokens"],
  ...["cached_tokens", "cost", "duration_ms", "started_at", "ended_at"],
];

type CreatedTrace = { readonly trace: Trace; readonly entries: readonly Entry[] };

/** Inserts the facts and tags of new traces in the transaction that creates them. */
export async function insertFacts(client: pg.PoolClient, created: readonly CreatedTrace[]): Promise<void> {
  const names = PROJECTED_FACT_NAMES.join(", ");
  const facts = created.map(({ trace, entries }) => ({
    ...projectedFacts(trace),
    ...changeColumns(factChanges(entries)),
    ...{ trace_id: trace.id, workspace_id: trace.workspaceId, person_id: trace.personId },
    ...{ conversation_id: trace.conversationId, created_at: new Date(trace.createdAt).toISOString() },
    root_id: trace.rootId === trace.id ? null : trace.rootId,
    agent: storableName(trace.agent.name),
    model: storableName(trace.models[0] ?? ""),
  }));
  const columns = `trace_id, workspace_id, created_at, person_id, conversation_id, root_id, agent, model, tools, loops, given_up, ${names}`;
  await Promise.all([
    query(
      client,
      `insert into trace_facts (${columns}) select ${columns} from json_to_recordset($1::json) as f(
         trace_id text, workspace_id text, created_at timestamptz, person_id text, conversation_id text, root_id text,
         agent text, model text, ${CHANGED_FACTS}, ${PROJECTED_FACTS})`,
      [JSON.stringify(facts)],
    ),
    insertTags(
      client,
      created.map(({ trace }) => trace),
    ),
  ]);
}

/** Inserts the search text of new entries in the transaction that creates them. */
export async function insertWords(client: pg.PoolClient, rows: readonly EntryRow[]): Promise<void> {
  const found = rows.filter(({ words }) => words !== null);
  await query(
    client,
    `insert into message_search (trace_id, sequence, workspace_id, words)
     select trace_id, sequence, workspace_id, to_tsvector('simple', words)
     from json_to_recordset($1::json) as e(trace_id text, sequence int, workspace_id text, words text)`,
    [
      JSON.stringify(
        found.map(({ trace_id, sequence, workspace_id, words }) => ({
          ...{ trace_id, sequence, workspace_id, words },
        })),
      ),
    ],
  );
}

async function insertTags(client: pg.PoolClient, traces: readonly Trace[]): Promise<void> {
  const rows = traces.flatMap(({ id, workspaceId, tags }) =>
    tags.map((tag) => ({ trace_id: id, tag: storableName(tag), workspace_id: workspaceId })),
  );
  if (rows.length === 0) return;
  await query(
    client,
    `insert into trace_tag (trace_id, tag, workspace_id) select trace_id, tag, workspace_id
     from json_to_recordset($1::json) as t(trace_id text, tag text, workspace_id text) on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}
