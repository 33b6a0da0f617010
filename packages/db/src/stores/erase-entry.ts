import {
  type Entry,
  entryInUse,
  type EntryRef,
  eraseFromTrace,
  isErasedWith,
  RECALLING_TOOLS,
  recallingResults,
  REPEATING_TYPES,
  toTombstone,
  type Trace,
} from "@goaltrace/core/log";
import type pg from "pg";
import { toEntry, toEntryRow } from "../rows/entry-row.ts";
import { readTrace, TRACE_COLUMNS, type TraceRow, writeHeader, writeProjection } from "../rows/trace-row.ts";
import { query } from "../sql.ts";
import { refreshBlobReferences } from "./blob-references.ts";
import { deleteUnlinkedBlobs } from "./blob-store.ts";
import { forgetExperiences } from "./experiences.ts";
import { forgetTraces } from "./memories.ts";
import { notFound } from "./not-found.ts";

type BodyRow = { readonly body: string };

/** The trace `$2` and all traces whose logs contain its entry `$3`. */
const SHARING = `with recursive sharing as (
    select id from trace where workspace_id = $1 and id = $2
    union
    select t.id from sharing join trace t on t.workspace_id = $1 and t.origin_trace_id = sharing.id and t.origin_sequence >= $3
  ) select id from sharing`;

/** Deletes the versions of files that no change of the traces `$2` names any more. */
const FORGET_VERSIONS = `delete from file_version v where v.workspace_id = $1 and v.trace_id = any($2) and not exists (
    select from entry e where e.workspace_id = v.workspace_id and e.trace_id = v.trace_id and e.type = 'file.changed'
      and strpos(e.body, v.sha256) > 0
  )`;

/** Erases an entry in the transaction of `client`, as `TraceStore.erase`. Contents that no trace references afterward are deleted. */
export async function eraseEntry(
  client: pg.PoolClient,
  workspaceId: string,
  { traceId, sequence }: EntryRef,
): Promise<void> {
  const sharing = await lockSharing(client, workspaceId, { traceId, sequence });
  if (sharing.length === 0) throw notFound(`trace ${traceId}`);
  const [row] = await query<BodyRow>(
    client,
    "select body from entry where workspace_id = $1 and trace_id = $2 and sequence = $3",
    [workspaceId, traceId, sequence],
  );
  if (row === undefined) throw notFound(`entry ${sequence} of trace ${traceId}`);
  const entry = toEntry(row);
  const ids = sharing.map((trace) => trace.id);
  await assertUnused(client, sharing);
  const events = await query<BodyRow>(
    client,
    "select body from entry where workspace_id = $1 and trace_id = any($2) and type = any($3)",
    [workspaceId, ids, REPEATING_TYPES],
  );
  const repeating = events.map(toEntry);
  const recalling =
    entry.kind === "message"
      ? recallingResults(entry, [...repeating, ...(await recalls(client, workspaceId, ids))])
      : [];
  await forgetTraces(client, workspaceId, { traceIds: ids, sequence });
  await forgetExperiences(client, workspaceId, { traceIds: ids, sequence });
  const sources = [entry, ...recalling];
  const erased = [
    ...sources,
    ...repeating.filter((other) => sources.some((source) => isErasedWith(source, other))),
  ];
  for (const other of erased) await writeTombstone(client, workspaceId, toTombstone(other));
  for (const trace of sharing) await writeTrace(client, sources.reduce(eraseFromTrace, trace));
  await query(
    client,
    `delete from message_search m using unnest($2::text[], $3::int[]) as source(trace_id, sequence)
     where m.workspace_id = $1 and m.trace_id = source.trace_id and m.sequence = source.sequence`,
    [workspaceId, sources.map((source) => source.traceId), sources.map((source) => source.sequence)],
  );
  await query(client, FORGET_VERSIONS, [workspaceId, [...new Set(erased.map((other) => other.traceId))]]);
  const unlinked: string[] = [];
  for (const id of new Set(erased.map((other) => other.traceId)))
    unlinked.push(...(await refreshBlobReferences(client, { workspaceId, traceId: id })));
  await deleteUnlinkedBlobs(client, workspaceId, unlinked);
}

/** Reads the calls and results of the tools that repeat texts of the log. */
async function recalls(
  client: pg.PoolClient,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly Entry[]> {
  const rows = await query<BodyRow>(
    client,
    `select body from entry where workspace_id = $1 and trace_id = any($2) and type in ('assistant', 'tool')
       and body like any($3)`,
    [workspaceId, ids, RECALLING_TOOLS.map((name) => `%"${name}"%`)],
  );
  return rows.map(toEntry);
}

/**
 * Locks the owner of an entry and all traces whose logs contain it, so that none of them is claimed or continued, and returns them. Repeats
 * until nothing new was found, because a run may be added while the locks are awaited.
 */
async function lockSharing(
  client: pg.PoolClient,
  workspaceId: string,
  { traceId, sequence }: EntryRef,
): Promise<readonly Trace[]> {
  let locked: readonly Trace[] = [];
  for (;;) {
    const found = await query<{ readonly id: string }>(client, SHARING, [workspaceId, traceId, sequence]);
    if (found.length === locked.length) return locked;
    const rows = await query<TraceRow>(
      client,
      `select ${TRACE_COLUMNS} from trace where workspace_id = $1 and id = any($2) order by id for update`,
      [workspaceId, found.map((row) => row.id)],
    );
    locked = rows.map(readTrace);
  }
}

/** Errors: CONFLICT while a worker holds one of these runs. */
async function assertUnused(client: pg.PoolClient, traces: readonly Trace[]): Promise<void> {
  const held = await query(
    client,
    "select from trace where id = any($1) and lease_until > clock_timestamp() limit 1",
    [traces.map((trace) => trace.rootId)],
  );
  if (held.length > 0) throw entryInUse();
}

async function writeTombstone(client: pg.PoolClient, workspaceId: string, entry: Entry): Promise<void> {
  const row = toEntryRow(entry, workspaceId);
  await query(
    client,
    `update entry set body = $4, version = $5, skeleton = $6, skeleton_version = $7
     where workspace_id = $1 and trace_id = $2 and sequence = $3`,
    [
      ...[workspaceId, entry.traceId, entry.sequence],
      ...[row.body, row.version, row.skeleton, row.skeleton_version],
    ],
  );
}

async function writeTrace(client: pg.PoolClient, trace: Trace): Promise<void> {
  await query(client, "update trace set header = $2, projection = $3 where id = $1", [
    ...[trace.id, writeHeader(trace), writeProjection(trace)],
  ]);
}
