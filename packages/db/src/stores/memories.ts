import {
  conflict,
  isUndecided,
  nameKey,
  notFoundEntry,
  sameFields,
  withFields,
} from "@goaltrace/core/memory";
import type {
  MemoryEntry,
  MemoryFields,
  MemoryStore,
  NewMemory,
  SavedMemory,
  Scope,
} from "@goaltrace/core/ports";
import type pg from "pg";
import {
  type MemoryRow,
  SELECT_MEMORY,
  toMemory,
  toMemoryVersion,
  VISIBLE_MEMORY,
} from "../rows/memory-row.ts";
import { addMissingKeys, findSameMemory } from "./find-same-memory.ts";
import { query, transaction } from "../sql.ts";
import { createReadBatch } from "../batch.ts";
import { CALLERS_MAX_BATCH } from "../tunables.ts";

const SELECT = `${SELECT_MEMORY} where ${VISIBLE_MEMORY}`;
/** `$3`, `$4`: a revision, and a time in seconds. */
const CHANGED = `${SELECT} and m.id = any(array(
  select id from memory where workspace_id = $1 and revision > $3
  union select memory_id from memory_recall where workspace_id = $1 and at >= to_timestamp($4)))`;
const ACTIVE = `select count(*)::int as active, now() as at from memory m where ${VISIBLE_MEMORY} and m.state = 'active'`;
const VERSION_COLUMNS =
  "version, person_id, type, name, description, keywords, content, saved_at, trace_id, sequence, quote";

const REVISIONS = {
  name: "memory_revisions",
  text: "select workspace_id, revision from memory_revision where workspace_id = any($1)",
};

/** The places of the runs in shared conversations among those asked for, counted from 1. */
const SHARED_TRACES = {
  name: "shared_traces",
  text: `select asked.position::int from unnest($1::text[], $2::text[]) with ordinality as asked(workspace_id, trace_id, position)
    join trace t on t.workspace_id = asked.workspace_id and t.id = asked.trace_id
    join conversation c on c.workspace_id = t.workspace_id and c.id = t.conversation_id
    where c.shared`,
};

type TraceKey = { readonly workspaceId: string; readonly traceId: string };

/** Entries in PostgreSQL. Changes of a workspace wait for each other, so that none is lost and no name is taken twice. */
export function createMemoryEntryStore(pool: pg.Pool): MemoryStore {
  const change = async <T>(
    scope: Scope,
    work: (client: pg.PoolClient, revision: number) => Promise<T>,
  ): Promise<T> =>
    await transaction(pool, async (client) => await work(client, await nextRevision(client, scope)));
  // Every run reads these as it starts.
  const revisionOf = createReadBatch<string, number>({
    most: CALLERS_MAX_BATCH,
    keyOf: (workspaceId) => workspaceId,
    run: async (workspaceIds) => {
      const rows = await query<{ readonly workspace_id: string; readonly revision: string }>(
        pool,
        REVISIONS,
        [workspaceIds],
      );
      const revisions = new Map(rows.map((row) => [row.workspace_id, Number(row.revision)]));
      return workspaceIds.map((id) => revisions.get(id) ?? 0);
    },
  });
  const isShared = createReadBatch<TraceKey, boolean>({
    most: CALLERS_MAX_BATCH,
    keyOf: ({ workspaceId, traceId }) => `${workspaceId} ${traceId}`,
    run: async (keys) => {
      const rows = await query<{ readonly position: number }>(pool, SHARED_TRACES, [
        keys.map(({ workspaceId }) => workspaceId),
        keys.map(({ traceId }) => traceId),
      ]);
      const shared = new Set(rows.map(({ position }) => position));
      return keys.map((_, index) => shared.has(index + 1));
    },
  });
  return {
    revision: ({ workspaceId }) => revisionOf(workspaceId),
    readers: async ({ workspaceId }, traceId) =>
      (await isShared({ workspaceId, traceId })) ? "workspace" : "person",

    async list({ workspaceId, personId }) {
      const rows = await query<MemoryRow>(pool, `${SELECT} order by m.revision desc`, [
        workspaceId,
        personId,
      ]);
      return rows.map(toMemory);
    },
    async changes({ workspaceId, personId }, since) {
      const values = [workspaceId, personId, since.revision, since.at / 1_000];
      const [rows, [now]] = await Promise.all([
        query<MemoryRow>(pool, CHANGED, values),
        query<{ readonly active: number; readonly at: Date }>(pool, ACTIVE, [workspaceId, personId]),
      ]);
      return { entries: rows.map(toMemory), active: now?.active ?? 0, at: now?.at.getTime() ?? 0 };
    },
    get: (scope, id) => readEntry(pool, scope, id),

    async versions(scope, id) {
      await readEntry(pool, scope, id);
      const rows = await query<Parameters<typeof toMemoryVersion>[0]>(
        pool,
        `select ${VERSION_COLUMNS} from memory_version where workspace_id = $1 and memory_id = $2 order by version desc`,
        [scope.workspaceId, id],
      );
      return rows.map(toMemoryVersion);
    },

    async save(scope, entry) {
      await addMissingKeys(pool, scope);
      return await transaction(pool, async (client) => {
        const old = entry.replaces === undefined ? null : await readEntry(client, scope, entry.replaces);
        // The lock keeps another change from taking the name in between; saving the same twice must not move the revision.
        await query(client, "insert into memory_revision values ($1, 0) on conflict do nothing", [
          scope.workspaceId,
        ]);
        await query(client, "select from memory_revision where workspace_id = $1 for update", [
          scope.workspaceId,
        ]);
        const same = entry.state === "held" ? null : await findSameMemory(client, scope, entry);
        if (same !== null && sameFields(same, entry)) return { entry: same, operation: "unchanged" };
        return await saveChanged(client, scope, { entry, same, old });
      });
    },

    edit: (scope, id, { version, fields, audience, project }) =>
      change(scope, async (client, revision) => {
        const before = await readEntry(client, scope, id);
        if (before.version !== version) throw conflict();
        if (project !== undefined)
          await query(client, "update memory set project = $3 where workspace_id = $1 and id = $2", [
            ...[scope.workspaceId, id, project],
          ]);
        const contents = { ...withFields(fields), audience, version: version + 1, source: null };
        return await writeContents(client, scope, { id, revision, ...contents });
      }),

    decide: (scope, id, state) =>
      change(scope, async (client, revision) => {
        if (!isUndecided(await readEntry(client, scope, id), state)) throw conflict();
        return await setState(client, scope, { id, state, revision });
      }),

    retire: (scope, id) =>
      change(scope, async (client, revision) => {
        if ((await readEntry(client, scope, id)).state !== "active") throw conflict();
        return await setState(client, scope, { id, state: "rejected", revision });
      }),

    supersede: (scope, id, by) =>
      change(scope, async (client, revision) => {
        const [entry, successor] = [await readEntry(client, scope, id), await readEntry(client, scope, by)];
        const isCurrent = entry.state === "active" && entry.supersededBy === null;
        if (!isCurrent || successor.state !== "active" || id === by) throw conflict();
        await markSuperseded(client, scope, { id, by, revision });
        return await readEntry(client, scope, id);
      }),

    async dismissed({ workspaceId, personId }) {
      const rows = await query<{ readonly key: string }>(
        pool,
        "select key from memory_dismissal where workspace_id = $1 and person_id = $2",
        [workspaceId, personId],
      );
      return new Set(rows.map(({ key }) => key));
    },

    async dismiss({ workspaceId, personId }, keys) {
      await query(
        pool,
        "insert into memory_dismissal (workspace_id, person_id, key) select $1, $2, unnest($3::text[]) on conflict do nothing",
        [workspaceId, personId, keys],
      );
    },

    remove: (scope, id) =>
      change(scope, async (client, revision) => {
        await readEntry(client, scope, id);
        await query(client, "delete from memory_version where workspace_id = $1 and memory_id = $2", [
          scope.workspaceId,
          id,
        ]);
        await deleteBare(client, scope.workspaceId, { ids: [id], revision });
      }),

    async noteRecall({ workspaceId, personId }, traceId, memories) {
      await query(
        pool,
        `insert into memory_recall (workspace_id, memory_id, trace_id, version)
         select m.workspace_id, m.id, present.id, noted.version from unnest($4::text[], $5::int[]) as noted(id, version)
         join memory m on m.id = noted.id and ${VISIBLE_MEMORY}
         cross join (select id from trace where workspace_id = $1 and id = $3 for key share) as present
         on conflict do nothing`,
        [
          workspaceId,
          personId,
          traceId,
          memories.map((noted) => noted.memoryId),
          memories.map((noted) => noted.version),
        ],
      );
    },

    async recalls(scope, id) {
      await readEntry(pool, scope, id);
      const rows = await query<{ readonly trace_id: string; readonly version: number; readonly at: Date }>(
        pool,
        "select trace_id, version, at from memory_recall where workspace_id = $1 and memory_id = $2 order by at desc, trace_id",
        [scope.workspaceId, id],
      );
      return rows.map(({ trace_id: traceId, version, at }) => ({ traceId, version, at: at.getTime() }));
    },
  };
}

async function nextRevision(client: pg.PoolClient, { workspaceId }: Scope): Promise<number> {
  const [row] = await query<{ readonly revision: string }>(
    client,
    `insert into memory_revision values ($1, 1)
     on conflict (workspace_id) do update set revision = memory_revision.revision + 1 returning revision`,
    [workspaceId],
  );
  return Number(row?.revision ?? 0);
}

/** Errors: NOT_FOUND. */
async function readEntry(
  client: pg.Pool | pg.PoolClient,
  { workspaceId, personId }: Scope,
  id: string,
): Promise<MemoryEntry> {
  const [row] = await query<MemoryRow>(client, `${SELECT} and m.id = $3`, [workspaceId, personId, id]);
  if (row === undefined) throw notFoundEntry(id);
  return toMemory(row);
}

async function saveChanged(
  client: pg.PoolClient,
  scope: Scope,
  {
    entry,
    same,
    old,
  }: { readonly entry: NewMemory; readonly same: MemoryEntry | null; readonly old: MemoryEntry | null },
): Promise<SavedMemory> {
  const revision = await nextRevision(client, scope);
  const saved =
    same === null
      ? await insertEntry(client, scope, { ...entry, revision })
      : await writeContents(client, scope, { ...entry, id: same.id, version: same.version + 1, revision });
  if (old === null || old.id === saved.id)
    return { entry: saved, operation: same === null ? "created" : "updated" };
  await markSuperseded(client, scope, { id: old.id, by: saved.id, revision });
  return { entry: saved, operation: "superseded" };
}

async function markSuperseded(
  client: pg.PoolClient,
  { workspaceId }: Scope,
  { id, by, revision }: { readonly id: string; readonly by: string; readonly revision: number },
): Promise<void> {
  await query(
    client,
    "update memory set superseded_by = $3, valid_to = now(), revision = $4 where workspace_id = $1 and id = $2",
    [workspaceId, id, by, revision],
  );
}

/** Notes the decision of the person. */
async function setState(
  client: pg.PoolClient,
  scope: Scope,
  { id, state, revision }: Pick<MemoryEntry, "id" | "state" | "revision">,
): Promise<MemoryEntry> {
  await query(
    client,
    "update memory set state = $3, decided_by = $4, revision = $5 where workspace_id = $1 and id = $2",
    [scope.workspaceId, id, state, scope.personId, revision],
  );
  return await readEntry(client, scope, id);
}

async function insertEntry(
  client: pg.PoolClient,
  scope: Scope,
  entry: NewMemory & { readonly revision: number },
): Promise<MemoryEntry> {
  await query(
    client,
    `insert into memory (workspace_id, id, audience, person_id, state, reason, revision, project, version, type, name, description, keywords, content)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 1, '', '', '', '{}', '')`,
    [
      ...[scope.workspaceId, entry.id, entry.audience, scope.personId, entry.state, entry.reason],
      ...[entry.revision, entry.project ?? null],
    ],
  );
  return await writeContents(client, scope, { ...entry, version: 1 });
}

type Contents = MemoryFields & Pick<MemoryEntry, "id" | "audience" | "source" | "version" | "revision">;

/** Makes these contents the newest version of an entry. */
async function writeContents(client: pg.PoolClient, scope: Scope, contents: Contents): Promise<MemoryEntry> {
  const { id, audience, source, version, revision, type, name, description, keywords, content } = contents;
  await query(
    client,
    `update memory set audience = $3, version = $4, revision = $5, type = $6, name = $7, description = $8, keywords = $9, content = $10,
       trace_id = $11, sequence = $12, quote = $13, name_key = $14, saved_at = now(), terms = null where workspace_id = $1 and id = $2`,
    [
      ...[scope.workspaceId, id, audience, version, revision, type, name, description, keywords, content],
      ...[source?.traceId ?? null, source?.sequence ?? null, source?.quote ?? null, nameKey(name)],
    ],
  );
  await query(
    client,
    `insert into memory_version (workspace_id, memory_id, ${VERSION_COLUMNS})
     select workspace_id, id, version, $3, type, name, description, keywords, content, saved_at, trace_id, sequence, quote
     from memory where workspace_id = $1 and id = $2`,
    [scope.workspaceId, id, scope.personId],
  );
  return await readEntry(client, scope, id);
}

/**
 * Deletes what these runs taught, or only what one entry of their logs taught, in the transaction of `client`. A memory entry returns to its newest
 * contents from other sources, and is deleted if there are none.
 */
export async function forgetTraces(
  client: pg.PoolClient,
  workspaceId: string,
  { traceIds, sequence }: { readonly traceIds: readonly string[]; readonly sequence: number | null },
): Promise<void> {
  const taught = await query<{ readonly memory_id: string }>(
    client,
    `delete from memory_version where workspace_id = $1 and trace_id = any($2) and ($3::int is null or sequence = $3)
     returning memory_id`,
    [workspaceId, traceIds, sequence],
  );
  if (taught.length === 0) return;
  const revision = await nextRevision(client, { workspaceId, personId: "" });
  const ids = taught.map((row) => row.memory_id);
  await query(
    client,
    `update memory m set version = v.version, type = v.type, name = v.name, description = v.description, keywords = v.keywords,
       content = v.content, saved_at = v.saved_at, trace_id = v.trace_id, sequence = v.sequence, quote = v.quote, revision = $3,
       terms = null, name_key = null
     from (select distinct on (memory_id) * from memory_version where workspace_id = $1 and memory_id = any($2)
       order by memory_id, version desc) v where m.workspace_id = $1 and m.id = v.memory_id`,
    [workspaceId, ids, revision],
  );
  await deleteBare(client, workspaceId, { ids, revision });
}

/** Deletes entries without contents. Entries that they had replaced become current again. */
async function deleteBare(
  client: pg.PoolClient,
  workspaceId: string,
  { ids, revision }: { readonly ids: readonly string[]; readonly revision: number },
): Promise<void> {
  const gone = await query<{ readonly id: string }>(
    client,
    `delete from memory m where workspace_id = $1 and id = any($2)
       and not exists (select from memory_version v where v.workspace_id = $1 and v.memory_id = m.id) returning id`,
    [workspaceId, ids],
  );
  const goneIds = gone.map((row) => row.id);
  for (const table of ["memory_recall", "memory_vector"])
    await query(client, `delete from ${table} where workspace_id = $1 and memory_id = any($2)`, [
      workspaceId,
      goneIds,
    ]);
  // Entries that they had replaced hold again.
  await query(
    client,
    "update memory set superseded_by = null, valid_to = null, revision = $3 where workspace_id = $1 and superseded_by = any($2)",
    [workspaceId, goneIds, revision],
  );
}
