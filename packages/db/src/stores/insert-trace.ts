import type { Entry, Trace } from "@goaltrace/core/log";
import type { Blob } from "@goaltrace/core/ports";
import type pg from "pg";
import { LIVE_CHANNEL } from "../live/channel.ts";
import { referencedBlobs, toEntryRow } from "../rows/entry-row.ts";
import { waitColumns, writeHeader, writeProjection } from "../rows/trace-row.ts";
import { query } from "../sql.ts";
import { insertBlobs } from "./blob-store.ts";
import { insertEntries } from "./insert-entries.ts";
import { notFound } from "./not-found.ts";
import { assertConversationOpen, assertNoActiveRun } from "./assert-no-active-run.ts";
import { insertFacts } from "./trace-facts.ts";
import { visibleTo } from "./visible-traces.ts";

/**
 * Stores a new trace with its first entries in the transaction of `client`. Errors: NOT_FOUND for its origin and for a deleted
 * conversation, CONFLICT when its conversation has an active run.
 */
export async function insertTrace(
  client: pg.PoolClient,
  content: { readonly trace: Trace; readonly entries: readonly Entry[]; readonly blobs: readonly Blob[] },
): Promise<void> {
  const { trace, entries, blobs } = content;
  const { workspaceId, origin } = trace;
  await Promise.all([assertNoActiveRun(client, trace), assertConversationOpen(client, trace)]);
  if (origin !== null) await lockOrigin(client, workspaceId, origin.traceId);
  const rows = entries.map((entry) => toEntryRow(entry, workspaceId));
  const blobReferences = new Set(
    entries.flatMap((entry, index) => referencedBlobs(entry, rows[index]?.body ?? "")),
  );
  const notice = JSON.stringify({ committed: [[workspaceId, trace.id, trace.lastSequence, trace.status]] });
  await Promise.all([
    insertHeader(client, trace),
    insertEntries(client, rows),
    insertFacts(client, { trace, entries, rows }),
    insertBlobs(client, workspaceId, blobs),
    linkBlobs(client, trace, { hashes: [...blobReferences], carried: blobs.map(({ sha256 }) => sha256) }),
    query(client, "select pg_notify($1, $2)", [LIVE_CHANNEL, notice]),
  ]);
}

/**
 * Links the contents that the entries name. Only those that come with the trace or that its person can see: a link is a right to read, and
 * anybody can write a hash into a message or an imported file.
 */
async function linkBlobs(
  client: pg.PoolClient,
  trace: Trace,
  { hashes, carried }: { readonly hashes: readonly string[]; readonly carried: readonly string[] },
): Promise<void> {
  await query(
    client,
    `insert into trace_blob (trace_id, sha256, workspace_id)
     select $1, named.sha256, $2 from unnest($3::text[]) as named(sha256)
     where named.sha256 = any($4) or exists (
       select from trace_blob b join trace t on t.id = b.trace_id
       where b.workspace_id = $2 and b.sha256 = named.sha256 and t.workspace_id = $2
         and ${visibleTo({ alias: "t", person: "$5" })})`,
    [trace.id, trace.workspaceId, hashes, carried, trace.personId],
  );
}

async function insertHeader(client: pg.PoolClient, trace: Trace): Promise<void> {
  const { workspaceId, origin } = trace;
  const wait = waitColumns(trace);
  await query(
    client,
    `insert into trace (id, workspace_id, person_id, conversation_id, root_id, parent_id, origin_trace_id, origin_sequence, origin_kind,
       project_folder, header, status, last_sequence, projection, created_at, waiting_for, wake_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      ...[trace.id, workspaceId, trace.personId, trace.conversationId, trace.rootId, trace.parentId],
      ...[origin?.traceId ?? null, origin?.sequence ?? null, origin?.kind ?? null, trace.projectFolder],
      ...[
        writeHeader(trace),
        trace.status,
        trace.lastSequence,
        writeProjection(trace),
        new Date(trace.createdAt),
      ],
      ...[wait.waiting_for, wait.wake_at],
    ],
  );
}

/** Locks the origin, which must not be deleted before the new trace that shares its entries exists. */
async function lockOrigin(client: pg.PoolClient, workspaceId: string, traceId: string): Promise<void> {
  const rows = await query(client, "select id from trace where workspace_id = $1 and id = $2 for share", [
    workspaceId,
    traceId,
  ]);
  if (rows.length === 0) throw notFound(`trace ${traceId}`);
}
