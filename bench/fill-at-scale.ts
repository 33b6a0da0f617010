import { randomUUID } from "node:crypto";
import type { Database } from "@goaltrace/db";

/** A workspace full of runs, written by SQL because the way of filling is not measured. */
export type FilledWorkspace = {
  readonly workspaceId: string;
  readonly personId: string;
  readonly traceId: string;
  readonly messages: number;
};

const MESSAGES_PER_TRACE = 10;
const TRACES_PER_CONVERSATION = 5;
const PERSONS = 10;
/** The number of different texts; each message adds a unique word. */
const TEXTS = 2_000;
const WORDS_PER_TEXT = 60;
const VOCABULARY = 20_000;
const DAYS = 80;

/**
 * Fills a workspace with runs of ten messages each, or reuses an existing one of the same size. Word frequencies are as uneven as in
 * natural language.
 */
export async function fillAtScale(database: Database, traces: number): Promise<FilledWorkspace> {
  const existing = await database.pool.query<{ readonly id: string }>(
    "select id from workspace w where name = 'At scale' and (select count(*) from trace_facts f where f.workspace_id = w.id) = $1",
    [traces],
  );
  const workspaceId = existing.rows[0]?.id ?? randomUUID();
  const filled = {
    workspaceId,
    personId: "person-1",
    traceId: `scale-${Math.floor(traces / 2)}`,
    messages: traces * MESSAGES_PER_TRACE,
  };
  if (existing.rows[0] !== undefined) return filled;
  const run = async (text: string, values: readonly unknown[] = []): Promise<void> => {
    await database.pool.query(text, [...values]);
  };
  await run("drop table if exists scale_text, scale_trace");
  await run(`create unlogged table scale_text as select n, string_agg('w' || floor(power(random(), 4) * ${VOCABULARY})::text, ' ') as text
    from generate_series(0, ${TEXTS - 1}) n cross join generate_series(1, ${WORDS_PER_TEXT}) w group by n`);
  await run("alter table scale_text add column vector tsvector");
  await run("update scale_text set vector = to_tsvector('simple', text)");
  await run("create index on scale_text (n)");
  await run(
    `create unlogged table scale_trace as select n, 'scale-' || n as id, 'person-' || n / ${TRACES_PER_CONVERSATION} % ${PERSONS} as person,
       'talk-' || n / ${TRACES_PER_CONVERSATION} as conversation,
       now() - interval '${DAYS} days' * (1 - n::float8 / $1) as at,
       (array['completed','completed','completed','completed','completed','failed','cancelled','interrupted'])[1 + n % 8] as status,
       (array['general','analyst','explore','support'])[1 + n * 7 % 4] as agent,
       (array['deepseek/deepseek-chat','deepseek/deepseek-reasoner','local/qwen3'])[1 + n * 5 % 3] as model,
       case when n * 5 % 3 = 2 then null else random() * 0.5 end as cost, (1000 + random() * 600000)::bigint as duration
     from generate_series(0, $1::int - 1) n`,
    [traces],
  );
  await run("insert into workspace (id, slug, name, permission_mode) values ($1, $1, 'At scale', 'auto')", [
    workspaceId,
  ]);
  await run(
    `insert into conversation (workspace_id, id, person_id, title, pinned, shared, created_at, updated_at)
     select $1, conversation, min(person), 'Talk about ' || left(min(text), 40), false, min(t.n) / ${TRACES_PER_CONVERSATION} % 2 = 0, min(at), max(at)
     from scale_trace t join scale_text x on x.n = t.n % ${TEXTS} group by conversation`,
    [workspaceId],
  );
  await run(
    `insert into trace (id, workspace_id, person_id, conversation_id, root_id, header, status, last_sequence, projection, created_at)
     select t.id, $1, person, conversation, t.id, json_build_object('id', t.id, 'workspaceId', $1::text, 'personId', person, 'conversationId', conversation,
       'rootId', t.id, 'parentId', null, 'spawnedBy', null, 'origin', null, 'mode', 'agent', 'agent', json_build_object('name', agent, 'instructions',
       repeat('Work with care. ', 60), 'strategy', 'react', 'tools', 'all', 'limits', json_build_object('maxSteps', 50, 'maxTokens', null, 'maxDurationMs', null)),
       'models', json_build_array(model), 'task', x.text, 'context', '{}'::json, 'tags', '[]'::json, 'projectFolder', null, 'createdAt', extract(epoch from at) * 1000)::text,
       status, ${MESSAGES_PER_TRACE}, json_build_object('status', status, 'waitingFor', null, 'phase', 'idle', 'currentGoalId', 'root',
       'lastSequence', ${MESSAGES_PER_TRACE}, 'lastMessage', left(x.text, 80), 'summary', null, 'failure', null, 'startedAt', extract(epoch from at) * 1000,
       'endedAt', extract(epoch from at) * 1000 + duration, 'totals', json_build_object('messages', ${MESSAGES_PER_TRACE}, 'modelCalls', 5, 'toolCalls', 4, 'errors', t.n % 8 / 5,
       'inputTokens', 20000, 'outputTokens', 900, 'cachedTokens', 15000, 'reasoningTokens', 0, 'cost', cost, 'durationMs', duration))::text, at
     from scale_trace t join scale_text x on x.n = t.n % ${TEXTS}`,
    [workspaceId],
  );
  await run(
    `update conversation c set head_trace_id = (
       select t.id from trace t where t.workspace_id = $1 and t.conversation_id = c.id order by t.created_at desc limit 1
     ) where c.workspace_id = $1`,
    [workspaceId],
  );
  await run(
    `insert into trace_facts (trace_id, workspace_id, created_at, person_id, conversation_id, status, agent, model, tools, errors, loops, model_calls,
       tool_calls, input_tokens, output_tokens, cached_tokens, cost, duration_ms, started_at, ended_at)
     select id, $1, at, person, conversation, status, agent, model, (array['{read,grep}','{execute,read}','{web_search}','{}','{edit,read,execute}'])[1 + n % 5]::text[],
       n % 8 / 5, case when n % 200 = 0 then 1 else 0 end, 5, 4, 20000, 900, 15000, cost, duration, at, at + interval '1 millisecond' * duration from scale_trace`,
    [workspaceId],
  );
  await run(
    "insert into trace_tag (trace_id, tag, workspace_id) select id, (array['ops','release','docs'])[1 + n % 3], $1 from scale_trace where n % 10 = 0",
    [workspaceId],
  );
  await run(
    `insert into entry (trace_id, sequence, workspace_id, id, kind, type, version, at, goal_id, body)
     select t.id, s, $1, t.id || '-' || s, 'message', case when s % 2 = 1 then 'user' else 'tool' end, 1, extract(epoch from at) * 1000 + s, 'root',
       case when s % 2 = 1 then '{"id":"' || t.id || '-' || s || '","traceId":"' || t.id || '","sequence":' || s || ',"version":1,"at":' || floor(extract(epoch from at) * 1000 + s)
         || ',"goalId":"root","kind":"message","role":"user","parts":[{"type":"text","text":"' || x.text || '"}],"author":"person","description":"' || left(x.text, 80) || '","tokens":90}'
       else '{"id":"' || t.id || '-' || s || '","traceId":"' || t.id || '","sequence":' || s || ',"version":1,"at":' || floor(extract(epoch from at) * 1000 + s)
         || ',"goalId":"root","kind":"message","role":"tool","toolCallId":"c' || s || '","toolName":"read","outcome":"ok","title":"Read","output":"' || x.text
         || '","durationMs":12,"description":"' || left(x.text, 80) || '","tokens":90}' end
     from scale_trace t cross join generate_series(1, ${MESSAGES_PER_TRACE}) s join scale_text x on x.n = (t.n * 31 + s * 17) % ${TEXTS}`,
    [workspaceId],
  );
  await run("drop index message_search_words");
  await run(
    `insert into message_search (trace_id, sequence, workspace_id, words)
     select t.id, s, $1, x.vector || to_tsvector('simple', 'unique' || t.n || 'x' || s)
     from scale_trace t cross join generate_series(1, ${MESSAGES_PER_TRACE}) s join scale_text x on x.n = (t.n * 31 + s * 17) % ${TEXTS}`,
    [workspaceId],
  );
  await run(
    "create index message_search_words on message_search using gin (words) with (gin_pending_list_limit = 1024)",
  );
  await run("drop table scale_text, scale_trace");
  // Counts usage as if it had been read occasionally while the runs ended.
  await run("select usage_count($1, now() - interval '10 minutes', 2147483647)", [workspaceId]);
  for (const table of [
    "conversation",
    "trace",
    "trace_facts",
    "trace_tag",
    "entry",
    "message_search",
    "usage_span",
    "usage_latency",
  ])
    await run(`vacuum analyze ${table}`);
  return filled;
}
