import type { Page, Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { createBatch } from "../batch.ts";
import { query } from "../sql.ts";
import { CALLERS_MAX_BATCH, LIST_MAX_LIMIT } from "../tunables.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { notFound } from "./not-found.ts";

/** A secret of a workspace. The caller seals and opens `sealed` and `previous`, the value before the last rotation. */
export type StoredSecret = {
  readonly name: string;
  readonly description: string;
  readonly sealed: Uint8Array;
  readonly previous: Uint8Array | null;
  readonly tools: readonly string[];
  readonly domains: readonly string[];
  /** The number of values that it had. */
  readonly version: number;
  readonly personId: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly rotatedAt: number;
};

/** The contents of a new version. */
export type SecretChange = Pick<
  StoredSecret,
  "name" | "description" | "sealed" | "previous" | "tools" | "domains"
>;

/** A call that got a secret. `domain`: its destination; `*` for any host, empty for none. */
export type SecretUse = {
  readonly traceId: string;
  readonly toolCallId: string;
  readonly tool: string;
  readonly domain: string;
  /** Of its `secret.used` in the log. */
  readonly sequence: number;
  readonly at: number;
};

/** The last use of a secret and how many calls got it. */
export type SecretUsage = { readonly name: string; readonly count: number; readonly lastAt: number };

type WorkspaceScope = Pick<Scope, "workspaceId">;

export interface SecretStore {
  /** By name. */
  list(scope: WorkspaceScope): Promise<readonly StoredSecret[]>;
  /** Writes the version after `version`; 0 for a secret that does not exist. False if it is no longer the newest. */
  save(scope: Scope, change: SecretChange, version: number): Promise<boolean>;
  /** Its uses stay. Errors: NOT_FOUND. */
  remove(scope: WorkspaceScope, name: string): Promise<void>;
  /** Adds a use by a call; does nothing for a deleted run. A repeated use counts once. */
  noteUse(scope: WorkspaceScope, name: string, use: Omit<SecretUse, "at">): Promise<void>;
  /** Those that were ever used. */
  usage(scope: WorkspaceScope): Promise<readonly SecretUsage[]>;
  /** Newest first. Default limit: the largest. */
  uses(
    scope: WorkspaceScope,
    name: string,
    page: { readonly cursor: string | null; readonly limit: number },
  ): Promise<Page<SecretUse>>;
}

type Row = {
  readonly workspace_id: string;
  readonly name: string;
  readonly description: string;
  readonly sealed: Buffer;
  readonly previous: Buffer | null;
  readonly tools: readonly string[];
  readonly domains: readonly string[];
  readonly version: number;
  readonly person_id: string;
  readonly created_at: Date;
  readonly rotated_at: Date;
};

type UseRow = {
  readonly trace_id: string;
  readonly tool_call_id: string;
  readonly tool: string;
  readonly domain: string;
  readonly sequence: number;
  readonly at: Date;
  readonly tie: string;
};

const LIST = {
  name: "list_secrets",
  text: `select workspace_id, name, description, sealed, previous, tools, domains, version, person_id, created_at, rotated_at
    from secret where workspace_id = any($1) order by name`,
};

/** The secrets of workspaces in PostgreSQL. */
export function createSecretStore(pool: pg.Pool): SecretStore {
  // Every start of a run and every text that a person writes reads them.
  const list = createBatch<string, readonly StoredSecret[]>({
    most: CALLERS_MAX_BATCH,
    run: async (workspaceIds) => {
      const rows = await query<Row>(pool, LIST, [[...new Set(workspaceIds)]]);
      return workspaceIds.map((id) => rows.filter((row) => row.workspace_id === id).map(toSecret));
    },
  });
  return {
    list: async ({ workspaceId }) => await list(workspaceId),

    async save({ workspaceId, personId }, { name, description, sealed, previous, tools, domains }, version) {
      const values = [workspaceId, name, description, sealed, previous, tools, domains, personId];
      const written =
        version === 0
          ? await query(
              pool,
              `insert into secret (workspace_id, name, description, sealed, previous, tools, domains, person_id)
               values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning name`,
              values,
            )
          : await query(
              pool,
              `update secret set description = $3, sealed = $4, previous = $5, tools = $6, domains = $7, person_id = $8,
                 version = version + 1, rotated_at = now()
               where workspace_id = $1 and name = $2 and version = $9 returning name`,
              [...values, version],
            );
      return written.length > 0;
    },

    async remove({ workspaceId }, name) {
      const removed = await query(
        pool,
        "delete from secret where workspace_id = $1 and name = $2 returning name",
        [workspaceId, name],
      );
      if (removed.length === 0) throw notFound(`secret ${name}`);
    },

    async noteUse({ workspaceId }, name, { traceId, toolCallId, tool, domain, sequence }) {
      await query(
        pool,
        `insert into secret_use (workspace_id, name, trace_id, tool_call_id, tool, domain, sequence)
         select $1, $2, present.id, $4, $5, $6, $7 from (select id from trace where workspace_id = $1 and id = $3 for key share) as present
         on conflict do nothing`,
        [workspaceId, name, traceId, toolCallId, tool, domain, sequence],
      );
    },

    async usage({ workspaceId }) {
      const rows = await query<{ readonly name: string; readonly count: number; readonly last_at: Date }>(
        pool,
        `select name, count(distinct (trace_id, tool_call_id))::int as count, max(at) as last_at
         from secret_use where workspace_id = $1 group by name`,
        [workspaceId],
      );
      return rows.map(({ name, count, last_at: lastAt }) => ({ name, count, lastAt: lastAt.getTime() }));
    },

    async uses({ workspaceId }, name, page) {
      const after = readCursor(page.cursor);
      const limit = Math.max(1, Math.min(page.limit, LIST_MAX_LIMIT));
      const rows = await query<UseRow>(
        pool,
        `select trace_id, tool_call_id, tool, domain, sequence, at, tie from
           (select *, md5(trace_id || ' ' || tool_call_id || ' ' || domain) as tie from secret_use where workspace_id = $1 and name = $2) u
         where $3::timestamptz is null or (at, tie) < ($3, $4::text) order by at desc, tie desc limit $5`,
        [workspaceId, name, after?.at ?? null, after?.id ?? null, limit + 1],
      );
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: shown.map(toUse),
        nextCursor:
          rows.length > limit && last !== undefined ? writeCursor({ at: last.at, id: last.tie }) : null,
      };
    },
  };
}

function toSecret(row: Row): StoredSecret {
  const { name, description, sealed, previous, tools, domains, version, person_id: personId } = row;
  return {
    ...{ name, description, sealed, previous, tools, domains, version, personId },
    createdAt: row.created_at.getTime(),
    rotatedAt: row.rotated_at.getTime(),
  };
}

function toUse({
  trace_id: traceId,
  tool_call_id: toolCallId,
  tool,
  domain,
  sequence,
  at,
}: UseRow): SecretUse {
  return { traceId, toolCallId, tool, domain, sequence, at: at.getTime() };
}
