import type { Entry, Trace } from "@goaltrace/core/log";
import type { Blob } from "@goaltrace/core/ports";
import type pg from "pg";
import { LIVE_CHANNEL } from "../live/channel.ts";
import { type EntryRow, referencedBlobs, toEntryRow } from "../rows/entry-row.ts";
import { waitColumns, writeHeader, writeProjection } from "../rows/trace-row.ts";
import { query } from "../sql.ts";
import { insertBlobs } from "./blob-store.ts";
import { insertEntries } from "./insert-entries.ts";
import { notFound } from "./not-found.ts";
import { assertConversationsOpen, assertNoActiveRuns } from "./assert-no-active-runs.ts";
import { IMPORT_PIECE_ENTRIES } from "../tunables.ts";
import { insertFacts, insertWords } from "./trace-facts.ts";
import { visibleTo } from "./visible-traces.ts";

/** A new trace with its first entries and their blobs. */
export type NewTrace = {
  readonly trace: Trace;
  readonly entries: readonly Entry[];
  readonly blobs: readonly Blob[];
};

/**
 * Stores new traces in the transaction of `client`, with one statement per table. Errors: NOT_FOUND for an origin and for a deleted conversation, CONFLICT when a
 * conversation has an active run; then nothing may be committed.
 */
export async function insertTraces(client: pg.PoolClient, contents: readonly NewTrace[]): Promise<void> {
  const traces = contents.map(({ trace }) => trace);
  const created = contents.map(({ trace, entries, blobs }) => {
    const rows = entries.map((entry) => toEntryRow(entry, trace.workspaceId));
    return { trace, entries, blobs, rows };
  });
  // Sent in this order without waiting: the inserts run behind the locks and checks, whose errors arrive first.
  await Promise.all([
    assertNoActiveRuns(client, traces),
    assertConversationsOpen(client, traces),
    lockOrigins(client, traces),
    insertHeaders(client, traces),
    insertRows(
      client,
      created.flatMap(({ rows }) => rows),
    ),
    insertFacts(client, created),
    ...Array.from(blobsByWorkspace(contents), async ([workspaceId, blobs]) =>
      insertBlobs(client, workspaceId, blobs),
    ),
    linkBlobs(
      client,
      created.flatMap((content) => blobLinks(content, hashesOf(content.entries, content.rows))),
    ),
    notifyCreated(client, traces),
  ]);
}

/**
 * As `insertTraces`, for one trace with many entries. Checks it and stores its header first, so that a trace that exists costs no more, and then its entries in
 * pieces, between which the event loop does other things. Its blobs come last: their rows are locked from then on, and the group commits of all
 * runs wait for those that they store too.
 */
export async function insertLongTrace(client: pg.PoolClient, content: NewTrace): Promise<void> {
  const { trace, entries, blobs } = content;
  await Promise.all([
    assertNoActiveRuns(client, [trace]),
    assertConversationsOpen(client, [trace]),
    lockOrigins(client, [trace]),
    insertHeaders(client, [trace]),
  ]);
  await insertFacts(client, [content]);
  const hashes = new Set<string>();
  for (let from = 0; from < entries.length; from += IMPORT_PIECE_ENTRIES) {
    const piece = entries.slice(from, from + IMPORT_PIECE_ENTRIES);
    const rows = piece.map((entry) => toEntryRow(entry, trace.workspaceId));
    for (const hash of hashesOf(piece, rows)) hashes.add(hash);
    await insertRows(client, rows);
  }
  await Promise.all([
    insertBlobs(client, trace.workspaceId, blobs),
    linkBlobs(client, blobLinks(content, hashes)),
    notifyCreated(client, [trace]),
  ]);
}

async function insertRows(client: pg.PoolClient, rows: readonly EntryRow[]): Promise<void> {
  await Promise.all([insertEntries(client, rows), insertWords(client, rows)]);
}

async function notifyCreated(client: pg.PoolClient, traces: readonly Trace[]): Promise<void> {
  const committed = traces.map(({ workspaceId, id, lastSequence, status }) => [
    ...[workspaceId, id, lastSequence, status],
  ]);
  await query(client, "select pg_notify($1, $2)", [LIVE_CHANNEL, JSON.stringify({ committed })]);
}

function blobsByWorkspace(contents: readonly NewTrace[]): ReadonlyMap<string, readonly Blob[]> {
  const blobs = new Map<string, Blob[]>();
  for (const { trace, blobs: own } of contents)
    blobs.set(trace.workspaceId, [...(blobs.get(trace.workspaceId) ?? []), ...own]);
  return blobs;
}

/** A content that an entry of a trace names, and whether it comes with the trace. */
type BlobLink = {
  readonly trace_id: string;
  readonly workspace_id: string;
  readonly person_id: string;
  readonly sha256: string;
  readonly carried: boolean;
};

/** The contents that entries name. `rows` are theirs, in the same order. */
function hashesOf(entries: readonly Entry[], rows: readonly EntryRow[]): ReadonlySet<string> {
  return new Set(entries.flatMap((entry, index) => referencedBlobs(entry, rows[index]?.body ?? "")));
}

function blobLinks({ trace, blobs }: NewTrace, hashes: ReadonlySet<string>): readonly BlobLink[] {
  const carried = new Set(blobs.map(({ sha256 }) => sha256));
  return Array.from(hashes, (sha256) => ({
    ...{ trace_id: trace.id, workspace_id: trace.workspaceId, person_id: trace.personId },
    ...{ sha256, carried: carried.has(sha256) },
  }));
}

/**
 * Links the contents that the entries name. Only those that come with the trace or that its person can see: a link is a right to read, and
 * anybody can write a hash into a message or an imported file.
 */
async function linkBlobs(client: pg.PoolClient, links: readonly BlobLink[]): Promise<void> {
  if (links.length === 0) return;
  await query(
    client,
    `insert into trace_blob (trace_id, sha256, workspace_id)
     select trace_id, sha256, workspace_id from json_to_recordset($1::json) as named(
       trace_id text, workspace_id text, person_id text, sha256 text, carried boolean)
     where carried or exists (
       select from trace_blob b join trace t on t.id = b.trace_id
       where b.workspace_id = named.workspace_id and b.sha256 = named.sha256 and t.workspace_id = named.workspace_id
         and ${visibleTo({ alias: "t", person: "named.person_id" })})`,
    [JSON.stringify(links)],
  );
}

async function insertHeaders(client: pg.PoolClient, traces: readonly Trace[]): Promise<void> {
  const rows = traces.map((trace) => ({
    ...{ id: trace.id, workspace_id: trace.workspaceId, person_id: trace.personId },
    ...{ conversation_id: trace.conversationId, root_id: trace.rootId, parent_id: trace.parentId },
    origin_trace_id: trace.origin?.traceId ?? null,
    origin_sequence: trace.origin?.sequence ?? null,
    origin_kind: trace.origin?.kind ?? null,
    ...{ project_folder: trace.projectFolder, header: writeHeader(trace), status: trace.status },
    ...{ last_sequence: trace.lastSequence, projection: writeProjection(trace) },
    created_at: new Date(trace.createdAt).toISOString(),
    ...waitColumns(trace),
    key_id: trace.keyId ?? null,
  }));
  const columns = `id, workspace_id, person_id, conversation_id, root_id, parent_id, origin_trace_id, origin_sequence, origin_kind,
     project_folder, header, status, last_sequence, projection, created_at, waiting_for, wake_at, key_id`;
  await query(
    client,
    `insert into trace (${columns}) select ${columns} from json_to_recordset($1::json) as t(
       id text, workspace_id text, person_id text, conversation_id text, root_id text, parent_id text, origin_trace_id text,
       origin_sequence int, origin_kind text, project_folder text, header text, status text, last_sequence int, projection text,
       created_at timestamptz, waiting_for text, wake_at timestamptz, key_id text)`,
    [JSON.stringify(rows)],
  );
}

/** Locks the origins, which must not be deleted before the new traces that share their entries exist. */
async function lockOrigins(client: pg.PoolClient, traces: readonly Trace[]): Promise<void> {
  const origins = traces.flatMap(({ workspaceId, origin }) =>
    origin === null ? [] : [{ workspaceId, traceId: origin.traceId }],
  );
  if (origins.length === 0) return;
  const rows = await query<{ readonly workspace_id: string; readonly id: string }>(
    client,
    `select trace.workspace_id, trace.id from trace
     where (workspace_id, id) in (select * from unnest($1::text[], $2::text[])) order by id for share`,
    [origins.map(({ workspaceId }) => workspaceId), origins.map(({ traceId }) => traceId)],
  );
  const missing = origins.find(
    ({ workspaceId, traceId }) => !rows.some((row) => row.workspace_id === workspaceId && row.id === traceId),
  );
  if (missing !== undefined) throw notFound(`trace ${missing.traceId}`);
}
