import type { BlobStore, Scope, TraceStore } from "@goaltrace/core";
import type pg from "pg";
import { query } from "../sql.ts";
import { missing } from "./missing.ts";

/**
 * The condition under which a person sees a trace: the one place where it is decided. True for traces of no conversation (the whole
 * workspace sees them), of the person's own conversations, and of shared ones. Where a conversation's row is gone, its traces are left
 * to who started them. A deleted conversation that was private stays its person's.
 *
 * `alias` names a table or alias with the columns `workspace_id`, `conversation_id` and `person_id` (`trace`, `trace_facts`); `person`
 * is the place of the person's id among the statement's values (`$2`). The caller still compares `workspace_id`.
 * Example: `select … from trace t where t.workspace_id = $1 and ${visibleTo({ alias: "t", person: "$2" })}`.
 */
export function visibleTo({ alias, person }: { readonly alias: string; readonly person: string }): string {
  return `(${alias}.conversation_id is null or coalesce(
    (select c.shared or c.person_id = ${person} from conversation c
     where c.workspace_id = ${alias}.workspace_id and c.id = ${alias}.conversation_id),
    ${alias}.person_id = ${person}))`;
}

/**
 * The same condition for statements that read all traces of a workspace: the conversations a person sees are gathered once instead of
 * being looked up trace by trace. `workspace` is the place of the workspace's id.
 */
export function visibleAmong({
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

/** For whatever hangs on a trace and is asked for by the trace's id: whether this person sees it now. */
async function isTraceVisible(pool: pg.Pool, scope: Scope, traceId: string): Promise<boolean> {
  const rows = await query(
    pool,
    `select from trace where workspace_id = $1 and id = $3 and ${visibleTo({ alias: "trace", person: "$2" })}`,
    [scope.workspaceId, scope.personId, traceId],
  );
  return rows.length > 0;
}

/**
 * The trace store as people see it: what `visibleTo` hides does not exist, to readers as to `delete` and `erase`. Workers and commands
 * of the operator use the store beneath. `listVisible` is its `list` with the condition.
 */
export function createVisibleTraces(
  pool: pg.Pool,
  traces: TraceStore,
  listVisible: TraceStore["list"],
): TraceStore {
  const sees = async (scope: Scope, traceId: string): Promise<boolean> =>
    isTraceVisible(pool, scope, traceId);
  return {
    ...traces,
    list: listVisible,
    get: async (scope, traceId) => ((await sees(scope, traceId)) ? traces.get(scope, traceId) : undefined),
    family: async (scope, rootId) => ((await sees(scope, rootId)) ? traces.family(scope, rootId) : []),
    head: async (scope, conversationId) => {
      const head = await traces.head(scope, conversationId);
      return head !== undefined && (await sees(scope, head.id)) ? head : undefined;
    },
    entries: async (scope, traceId, range) =>
      (await sees(scope, traceId)) ? traces.entries(scope, traceId, range) : [],
    entry: async (scope, traceId, sequence) =>
      (await sees(scope, traceId)) ? traces.entry(scope, traceId, sequence) : undefined,
    outline: async (scope, traceId, range) =>
      (await sees(scope, traceId)) ? traces.outline(scope, traceId, range) : [],
    delete: async (scope, traceId) => {
      if (!(await sees(scope, traceId))) throw missing(`trace ${traceId}`);
      await traces.delete(scope, traceId);
    },
    erase: async (scope, traceId, sequence) => {
      if (!(await sees(scope, traceId))) throw missing(`trace ${traceId}`);
      await traces.erase(scope, traceId, sequence);
    },
  };
}

/** The blob store as people see it: content is found through a trace they see that names it, never by its hash alone. */
export function createVisibleBlobs(pool: pg.Pool, blobs: BlobStore): BlobStore {
  const seen = async (scope: Scope, hashes: readonly string[]): Promise<string[]> => {
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
    blobs.getMany(scope, hashes.length === 0 ? [] : await seen(scope, hashes));
  return {
    ...blobs,
    getMany,
    get: async (scope, sha256) => (await getMany(scope, [sha256]))[0],
    page: async (scope, sha256, range) =>
      (await seen(scope, [sha256])).length === 0 ? undefined : blobs.page(scope, sha256, range),
  };
}
