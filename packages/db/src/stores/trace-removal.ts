import { type LogOrigin, type Trace, withTraceId } from "@goaltrace/core/log";
import type { TraceStore } from "@goaltrace/core/ports";
import type pg from "pg";
import { toEntry, toEntryRow } from "../rows/entry-row.ts";
import { readTrace, TRACE_COLUMNS, type TraceRow, writeHeader } from "../rows/trace-row.ts";
import { query, transaction } from "../sql.ts";
import { refreshBlobReferences } from "./blob-references.ts";
import { deleteUnlinkedBlobs } from "./blob-store.ts";
import { eraseEntry } from "./erase-entry.ts";
import { insertEntries } from "./insert-entries.ts";
import { forgetExperiences } from "./experiences.ts";
import { forgetTraces } from "./memories.ts";
import { forgetProfileSources } from "./profiles.ts";
import { forgetSkillSources } from "./skills.ts";
import { notFound } from "./not-found.ts";

/** Tables whose rows belong to a single trace. */
const TRACE_TABLES = [
  ...["entry", "trace_blob", "run_signal", "run_request", "live_partial", "trace_facts", "message_search"],
  ...["trace_tag", "trace_rating", "trace_comment", "share_link", "budget_hold", "day_spending"],
  ...["memory_recall", "skill_use", "skill_proposal", "secret_use", "file_version", "file_undo"],
  ...["entry_rating", "experience_run", "experience_use", "tool_use", "profile_use"],
];

/** A conversation whose head is deleted continues from its newest remaining root. */
const MOVE_HEADS = `update conversation set head_trace_id = (
    select t.id from trace t where t.workspace_id = $1 and t.conversation_id = conversation.id and t.id = t.root_id
    order by t.created_at desc, t.id desc limit 1
  ) where workspace_id = $1 and id = any($3) and head_trace_id = any($2)`;

/** Comments on entries that were handed over reference the new owner. */
const READDRESS_COMMENTS = `update trace_comment set entry_trace_id = entry_owner(workspace_id, trace_id, sequence)
  where workspace_id = $1 and entry_trace_id = any($2)`;
/** So do thumbs: their page still exists, and so does the entry. */
const READDRESS_RATINGS = `update entry_rating set entry_trace_id = coalesce(entry_owner(workspace_id, trace_id, sequence), trace_id)
  where workspace_id = $1 and entry_trace_id = any($2)`;

/** The spending of deleted runs still counts, without their ids. */
const KEEP_SPENDING = `insert into day_spending as total (workspace_id, day, trace_id, usd, tokens, ms, steps)
  select workspace_id, day, '', sum(usd), sum(tokens), sum(ms), sum(steps) from day_spending
  where workspace_id = $1 and trace_id = any($2) group by workspace_id, day
  on conflict (workspace_id, day, trace_id) do update set usd = total.usd + excluded.usd, tokens = total.tokens + excluded.tokens,
    ms = total.ms + excluded.ms, steps = total.steps + excluded.steps`;

type BodyRow = { readonly body: string };

/** The delete operations of the trace store. */
export function createTraceRemoval(pool: pg.Pool): Pick<TraceStore, "delete" | "erase"> {
  return {
    async delete(scope, traceId) {
      await transaction(pool, async (client) => {
        await deleteFamily(client, scope.workspaceId, traceId);
      });
    },

    async erase({ workspaceId }, traceId, sequence) {
      await transaction(pool, (client) => eraseEntry(client, workspaceId, { traceId, sequence }));
    },
  };
}

/**
 * Deletes a trace and all traces below it in the transaction of `client`, with the contents that no other trace references. Traces that share
 * entries with it keep them. Errors: NOT_FOUND.
 */
export async function deleteFamily(
  client: pg.PoolClient,
  workspaceId: string,
  traceId: string,
): Promise<void> {
  const trace = await lockTrace(client, workspaceId, traceId);
  const family = await query<TraceRow>(
    client,
    `select ${TRACE_COLUMNS} from trace where workspace_id = $1 and (id = $2 or root_id = $2) order by id for update`,
    [workspaceId, trace.id],
  );
  const members = family.map(readTrace);
  const ids = members.map((member) => member.id);
  const linked = await query<{ readonly sha256: string }>(
    client,
    "select distinct sha256 from trace_blob where workspace_id = $1 and trace_id = any($2)",
    [workspaceId, ids],
  );
  for (const member of members) await handOver(client, member, ids);
  await query(client, KEEP_SPENDING, [workspaceId, ids]);
  await forgetTraces(client, workspaceId, { traceIds: ids, sequence: null });
  await forgetExperiences(client, workspaceId, { traceIds: ids, sequence: null });
  await forgetProfileSources(client, workspaceId, ids);
  await forgetSkillSources(client, workspaceId, ids);
  for (const table of TRACE_TABLES)
    await query(client, `delete from ${table} where workspace_id = $1 and trace_id = any($2)`, [
      workspaceId,
      ids,
    ]);
  await query(client, "delete from trace where id = any($1)", [ids]);
  const conversations = members.map((member) => member.conversationId);
  await query(client, MOVE_HEADS, [workspaceId, ids, conversations]);
  await query(client, READDRESS_COMMENTS, [workspaceId, ids]);
  await query(client, READDRESS_RATINGS, [workspaceId, ids]);
  await deleteUnlinkedBlobs(
    client,
    workspaceId,
    linked.map((row) => row.sha256),
  );
}

async function lockTrace(client: pg.PoolClient, workspaceId: string, traceId: string): Promise<Trace> {
  const [row] = await query<TraceRow>(
    client,
    `select ${TRACE_COLUMNS} from trace where workspace_id = $1 and id = $2 for update`,
    [workspaceId, traceId],
  );
  if (row === undefined) throw notFound(`trace ${traceId}`);
  return readTrace(row);
}

/** Gives every continuation and fork of `trace` its own copy of the shared entries, and connects it to the origin of `trace`. */
async function handOver(client: pg.PoolClient, trace: Trace, deletedIds: readonly string[]): Promise<void> {
  const heirs = await query<TraceRow>(
    client,
    `select ${TRACE_COLUMNS} from trace where workspace_id = $1 and origin_trace_id = $2 and id <> all($3) order by id for update`,
    [trace.workspaceId, trace.id, deletedIds],
  );
  for (const row of heirs) {
    const heir = readTrace(row);
    const shared = heir.origin?.sequence ?? 0;
    await copyEntries(client, { from: trace, to: heir, until: shared });
    const origin = inheritedOrigin(trace, heir);
    await query(
      client,
      "update trace set header = $2, origin_trace_id = $3, origin_sequence = $4, origin_kind = $5 where id = $1",
      [
        heir.id,
        writeHeader({ ...heir, origin }),
        origin?.traceId ?? null,
        origin?.sequence ?? null,
        origin?.kind ?? null,
      ],
    );
    await refreshBlobReferences(client, { workspaceId: heir.workspaceId, traceId: heir.id, from: trace.id });
  }
}

/** Returns the heir's new origin. An heir that branched off before the trace's own entries now shares that part with the trace's origin. */
function inheritedOrigin(trace: Trace, heir: Trace): LogOrigin | null {
  if (trace.origin === null || heir.origin === null) return null;
  return heir.origin.sequence <= trace.origin.sequence
    ? { ...heir.origin, traceId: trace.origin.traceId }
    : trace.origin;
}

async function copyEntries(
  client: pg.PoolClient,
  copy: { readonly from: Trace; readonly to: Trace; readonly until: number },
): Promise<void> {
  const { from, to, until } = copy;
  const rows = await query<BodyRow>(
    client,
    "select body from entry where workspace_id = $1 and trace_id = $2 and sequence <= $3 order by sequence",
    [from.workspaceId, from.id, until],
  );
  const copies = rows.map((row) => toEntryRow(withTraceId(toEntry(row), to.id), to.workspaceId));
  await insertEntries(client, copies);
  await query(
    client,
    `insert into message_search (trace_id, sequence, workspace_id, words)
     select $2, sequence, workspace_id, words from message_search where workspace_id = $4 and trace_id = $1 and sequence <= $3
     on conflict do nothing`,
    [from.id, to.id, until, from.workspaceId],
  );
}
