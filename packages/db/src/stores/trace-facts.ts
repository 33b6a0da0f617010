import type { Entry, Trace, TraceProjection } from "@goaltrace/core/log";
import type pg from "pg";
import type { EntryRow } from "../rows/entry-row.ts";
import { query } from "../sql.ts";

/** The facts that an append adds to its trace, apart from the projection. */
export type FactChanges = { readonly tools: readonly string[]; readonly loops: number };

const TOOL_NAME_CHARACTERS = 100;

/** Returns the tools that answered and the number of loops detected in these entries. A polling loop does not count. */
export function factChanges(entries: readonly Entry[]): FactChanges {
  const tools = new Set<string>();
  let loops = 0;
  for (const entry of entries) {
    if (entry.kind === "message" && entry.role === "tool") tools.add(storableName(entry.toolName));
    if (entry.kind === "event" && entry.type === "loop.detected" && entry.data.action !== "polling")
      loops += 1;
  }
  return { tools: [...tools], loops };
}

/** Models invent tool names, and PostgreSQL text can hold neither zero bytes nor lone surrogates. */
function storableName(name: string): string {
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
    duration_ms: Math.round(totals.durationMs),
    started_at: startedAt === null ? null : new Date(startedAt).toISOString(),
    ended_at: endedAt === null ? null : new Date(endedAt).toISOString(),
  };
}

/** The columns of `projectedFacts` with their types, for a recordset. */
export const PROJECTED_FACTS = `status text, errors int, model_calls int, tool_calls int, input_tokens bigint, output_tokens bigint,
    cached_tokens bigint, cost float8, duration_ms bigint, started_at timestamptz, ended_at timestamptz`;
/** The names of the same columns. */
export const PROJECTED_FACT_NAMES: readonly string[] = [
  ...["status", "errors", "model_calls", "tool_calls", "input_tokens", "output_tokens"],
  ...["cached_tokens", "cost", "duration_ms", "started_at", "ended_at"],
];

/** Inserts the facts, tags and search text of a new trace in the transaction that creates it. */
export async function insertFacts(
  client: pg.PoolClient,
  content: { readonly trace: Trace; readonly entries: readonly Entry[]; readonly rows: readonly EntryRow[] },
): Promise<void> {
  const { trace, entries, rows } = content;
  const names = PROJECTED_FACT_NAMES.join(", ");
  const facts = {
    ...projectedFacts(trace),
    ...factChanges(entries),
    agent: storableName(trace.agent.name),
    model: storableName(trace.models[0] ?? ""),
  };
  await Promise.all([
    query(
      client,
      `insert into trace_facts (trace_id, workspace_id, created_at, person_id, conversation_id, root_id, agent, model, tools, loops, ${names})
       select $1, $2, $3, $4, $5, $6, agent, model, tools, loops, ${names}
       from json_to_record($7::json) as f(agent text, model text, tools text[], loops int, ${PROJECTED_FACTS})`,
      [
        ...[trace.id, trace.workspaceId, new Date(trace.createdAt), trace.personId, trace.conversationId],
        ...[trace.rootId === trace.id ? null : trace.rootId, JSON.stringify(facts)],
      ],
    ),
    trace.tags.length > 0 ? insertTags(client, trace) : null,
    query(
      client,
      `insert into message_search (trace_id, sequence, workspace_id, words)
       select trace_id, sequence, $2, to_tsvector('simple', words) from json_to_recordset($1::json) as e(trace_id text, sequence int, words text)
       where words is not null`,
      [
        JSON.stringify(rows.map(({ trace_id, sequence, words }) => ({ trace_id, sequence, words }))),
        trace.workspaceId,
      ],
    ),
  ]);
}

async function insertTags(client: pg.PoolClient, trace: Trace): Promise<void> {
  await query(
    client,
    "insert into trace_tag (trace_id, tag, workspace_id) select $1, tag, $2 from unnest($3::text[]) as tag on conflict do nothing",
    [trace.id, trace.workspaceId, trace.tags.map(storableName)],
  );
}
