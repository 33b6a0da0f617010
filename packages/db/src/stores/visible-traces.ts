import type { BlobStore, Scope, TraceStore } from "@goaltrace/core/ports";
import type pg from "pg";
import { query } from "../sql.ts";
import { notFound } from "./not-found.ts";

/**
 * The condition under which a person can see a trace; the single definition of visibility. True for traces without a conversation (visible
 * to the whole workspace), of the person's own conversations, and of shared ones. When a conversation's row is notFound, only the person who
 * started its traces can see them. A deleted private conversation stays visible to its owner only.
 *
 * `alias` is a table or alias with the columns `workspace_id`, `conversation_id` and `person_id` (`trace`, `trace_facts`); `person` is the
 * placeholder of the person's id (`$2`). The caller must compare `workspace_id` as well. Example: `select … from trace t where
 * t.workspace_id = $1 and ${visibleTo({ alias: "t", person: "$2" })}`.
 */
export function visibleTo({ alias, person }: { readonly alias: string; readonly person: string }): string {
  return `(${alias}.conversation_id is null or coalesce(
    (select c.shared or c.person_id = ${person} from conversation c
     where c.workspace_id = ${alias}.workspace_id and c.id = ${alias}.conversation_id),
    ${alias}.person_id = ${person}))`;
}

/**
 * The same condition for statements that read all traces of a workspace: the visible conversations are collected once instead of being
 * looked up per trace. `workspace` is the placeholder of the workspace's id.
 */
export function visibleToInBulk({
  alias,
  workspace,
  person,
}: {
  readonly alias: string;
  readonly workspace: string;
  readonly person: string;
}): string {
  const ofWorkspace = `select c.id from conversation c where c.workspace_id = ${workspace}`;
  return `(${alias}.conversation_id is null
    or ${alias}.conversation_id in (${ofWorkspace} and (c.shared or c.person_id = ${person}))
    or (${alias}.person_id = ${person} and ${alias}.conversation_id not in (${ofWorkspace})))`;
}

/** Returns whether the person can see a trace now; for data attached to a trace and requested by the trace's id. */
async function isTraceVisible(pool: pg.Pool, scope: Scope, traceId: string): Promise<boolean> {
  const rows = await query(
    pool,
    `select from trace where workspace_id = $1 and id = $3 and ${visibleTo({ alias: "trace", person: "$2" })}`,
    [scope.workspaceId, scope.personId, traceId],
  );
  return rows.length > 0;
}

/**
 * The trace store as people see it: a trace hidden by `visibleTo` does not exist for reads, `delete` and `erase`. Workers and operator
 * commands use the underlying store. `listVisible` is its `list` with the condition.
 */
export function createVisibleTraces(
  pool: pg.Pool,
  traces: TraceStore,
  listVisible: TraceStore["list"],
): TraceStore {
  const canSee = async (scope: Scope, traceId: string): Promise<boolean> =>
    isTraceVisible(pool, scope, traceId);
  return {
    ...traces,
    list: listVisible,
    get: async (scope, traceId) => ((await canSee(scope, traceId)) ? traces.get(scope, traceId) : undefined),
    family: async (scope, rootId) => ((await canSee(scope, rootId)) ? traces.family(scope, rootId) : []),
    head: async (scope, conversationId) => {
      const head = await traces.head(scope, conversationId);
      return head !== undefined && (await canSee(scope, head.id)) ? head : undefined;
    },
    entries: async (scope, traceId, range) =>
      (await canSee(scope, traceId)) ? traces.entries(scope, traceId, range) : [],
    entry: async (scope, traceId, sequence) =>
      (await canSee(scope, traceId)) ? traces.entry(scope, traceId, sequence) : undefined,
    outline: async (scope, traceId, range) =>
      (await canSee(scope, traceId)) ? traces.outline(scope, traceId, range) : [],
    delete: async (scope, traceId) => {
      if (!(await canSee(scope, traceId))) throw notFound(`trace ${traceId}`);
      await traces.delete(scope, traceId);
    },
    erase: async (scope, traceId, sequence) => {
      if (!(await canSee(scope, traceId))) throw notFound(`trace ${traceId}`);
      await traces.erase(scope, traceId, sequence);
    },
  };
}

/** The blob store as people see it: a blob is readable through a visible trace that references it, never by its hash alone. */
export function createVisibleBlobs(pool: pg.Pool, blobs: BlobStore): BlobStore {
  const visibleHashes = async (scope: Scope, hashes: readonly string[]): Promise<string[]> => {
    const rows = await query<{ readonly sha256: string }>(
      pool,
      `select sha256 from unnest($3::text[]) as sha256 where exists (
         select from trace_blob b join trace t on t.id = b.trace_id
         where b.workspace_id = $1 and b.sha256 = sha256.sha256 and t.workspace_id = $1
           and ${visibleTo({ alias: "t", person: "$2" })})`,
      [scope.workspaceId, scope.personId, hashes],
    );
    return rows.map((row) => row.sha256);
  };
  const getMany: BlobStore["getMany"] = async (scope, hashes) =>
    blobs.getMany(scope, hashes.length === 0 ? [] : await visibleHashes(scope, hashes));
  return {
    ...blobs,
    getMany,
    get: async (scope, sha256) => (await getMany(scope, [sha256]))[0],
    page: async (scope, sha256, range) =>
      (await visibleHashes(scope, [sha256])).length === 0 ? undefined : blobs.page(scope, sha256, range),
  };
}
