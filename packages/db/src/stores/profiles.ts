import { profileConflict, unwrittenText } from "@goaltrace/core/profile";
import type {
  ProfileFile,
  ProfileKey,
  ProfileStore,
  ProfileText,
  ProfileUses,
  Scope,
} from "@goaltrace/core/ports";
import type pg from "pg";
import { createBatch, createReadBatch } from "../batch.ts";
import { query } from "../sql.ts";
import { CALLERS_MAX_BATCH, PROFILE_WRITES_MAX_BATCH, USES_MAX_BATCH } from "../tunables.ts";

type Row = {
  readonly file: ProfileFile;
  readonly day: string;
  readonly version: number;
  readonly text: string;
  readonly trimmed: string;
  readonly written_by: string;
  readonly by_agent: boolean;
  readonly saved_at: Date;
  readonly trace_id: string | null;
  readonly sequence: number | null;
};

const COLUMNS = "file, day, version, text, trimmed, written_by, by_agent, saved_at, trace_id, sequence";
const OF_FILE = "workspace_id = $1 and person_id = $2 and file = $3 and day = $4";

/** The newest version of each file asked for, with its place among them, counted from 1. */
const NEWEST = {
  name: "newest_profile_versions",
  text: `select asked.position::int, newest.* from unnest($1::text[], $2::text[], $3::text[], $4::text[])
      with ordinality as asked(workspace_id, person_id, file, day, position)
    cross join lateral (select ${COLUMNS} from profile_version v
      where v.workspace_id = asked.workspace_id and v.person_id = asked.person_id and v.file = asked.file and v.day = asked.day
      order by version desc limit 1) as newest`,
};

/** Runs that a page lists: more would not be read. */
const USES_LISTED = 200;
/** A conversation keeps the profile of its beginning, so that later turns of it had the same versions. */
const USES = `select distinct on (t.created_at, t.id) t.id, u.version, t.created_at as at
  from profile_use u join trace first on first.workspace_id = u.workspace_id and first.id = u.trace_id
  join trace t on t.workspace_id = u.workspace_id and t.id = t.root_id
    and (t.id = first.id or (t.conversation_id = first.conversation_id and t.created_at >= first.created_at))
  where u.workspace_id = $1 and u.person_id = $2 and u.file = $3 and u.day = $4
  order by t.created_at desc, t.id desc limit $5`;

type Use = {
  readonly scope: Scope;
  readonly traceId: string;
  readonly files: readonly Pick<ProfileText, "file" | "day" | "version">[];
};

/** Records the versions that runs used. Runs that were deleted meanwhile are left out. */
async function noteUses(pool: pg.Pool, uses: readonly Use[]): Promise<void> {
  const noted = uses.flatMap(({ scope, traceId, files }) =>
    files.map((file) => {
      const [workspaceId = "", personId = ""] = keyOf(scope, file);
      return { workspaceId, traceId, personId, file: file.file, day: file.day ?? "", version: file.version };
    }),
  );
  await query(
    pool,
    `with noted as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[])
         as noted(workspace_id, trace_id, person_id, file, day, version)
     ), present as (
       select workspace_id, id from trace where (workspace_id, id) in (select workspace_id, trace_id from noted)
       order by id for key share
     )
     insert into profile_use (workspace_id, person_id, file, day, version, trace_id)
     select noted.workspace_id, noted.person_id, noted.file, noted.day, noted.version, present.id
     from noted join present on present.workspace_id = noted.workspace_id and present.id = noted.trace_id
     on conflict do nothing`,
    [
      ...[noted.map((use) => use.workspaceId), noted.map((use) => use.traceId)],
      ...[noted.map((use) => use.personId), noted.map((use) => use.file)],
      ...[noted.map((use) => use.day), noted.map((use) => use.version)],
    ],
  );
}

type Write = {
  readonly key: readonly string[];
  readonly personId: string;
} & Parameters<ProfileStore["write"]>[2];

/** A version is added only after the one that its writer read; in one order everywhere, so that two statements never wait for each other. */
const WRITE = {
  name: "write_profile_versions",
  text: `insert into profile_version (workspace_id, person_id, file, day, version, text, trimmed, written_by, by_agent, trace_id, sequence)
    select workspace_id, person_id, file, day, version + 1, text, trimmed, written_by, by_agent, trace_id, sequence
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::text[], $9::boolean[], $10::text[], $11::int[])
      as asked(workspace_id, person_id, file, day, version, text, trimmed, written_by, by_agent, trace_id, sequence)
    where coalesce((select max(version) from profile_version v where v.workspace_id = asked.workspace_id and v.person_id = asked.person_id
      and v.file = asked.file and v.day = asked.day), 0) = asked.version
    order by workspace_id, person_id, file, day on conflict do nothing returning workspace_id, person_id, ${COLUMNS}`,
};

/** Adds a version of each file, and returns undefined for those that someone else wrote meanwhile. Of two writes of one file, the first counts. */
async function writeVersions(pool: pg.Pool, writes: readonly Write[]): Promise<readonly (Row | undefined)[]> {
  const first = new Map<string, Write>();
  for (const write of writes) {
    const name = JSON.stringify(write.key);
    if (!first.has(name)) first.set(name, write);
  }
  const sent = [...first.values()];
  const rows = await query<Row & { readonly workspace_id: string; readonly person_id: string }>(pool, WRITE, [
    ...[0, 1, 2, 3].map((column) => sent.map(({ key }) => key[column])),
    ...[sent.map(({ version }) => version), sent.map(({ text }) => text)],
    ...[sent.map(({ trimmed }) => trimmed), sent.map(({ personId }) => personId)],
    ...[sent.map(({ byAgent }) => byAgent), sent.map(({ source }) => source?.traceId ?? null)],
    sent.map(({ source }) => source?.sequence ?? null),
  ]);
  const added = new Map(
    rows.map((row) => [JSON.stringify([row.workspace_id, row.person_id, row.file, row.day]), row]),
  );
  return writes.map((write) => {
    const name = JSON.stringify(write.key);
    return first.get(name) === write ? added.get(name) : undefined;
  });
}

/** Profile files in PostgreSQL. Every version is a row: two people who write the same version collide on its key. */
export function createProfileStore(pool: pg.Pool): ProfileStore & ProfileUses {
  // Every run reads its files as it starts.
  const newest = createReadBatch<readonly string[], Row | undefined>({
    most: CALLERS_MAX_BATCH,
    keyOf: (key) => key.join(" "),
    run: async (keys) => {
      const columns = [0, 1, 2, 3].map((column) => keys.map((key) => key[column]));
      const rows = await query<Row & { readonly position: number }>(pool, NEWEST, columns);
      const byPosition = new Map(rows.map((row) => [row.position, row]));
      return keys.map((_, index) => byPosition.get(index + 1));
    },
  });
  const noteUse = createBatch<Use, void>({
    most: USES_MAX_BATCH,
    run: async (uses) => {
      await noteUses(pool, uses);
      return uses.map(() => undefined);
    },
  });
  // Every run adds the conversations that its person left to DAILY.
  const writeVersion = createBatch<Write, Row | undefined>({
    most: PROFILE_WRITES_MAX_BATCH,
    run: async (writes) => await writeVersions(pool, writes),
  });
  return {
    async read(scope, key) {
      const row = await newest(keyOf(scope, key));
      return row === undefined ? unwrittenText(key) : toText(row);
    },

    async write(scope, key, change) {
      const row = await writeVersion({ key: keyOf(scope, key), personId: scope.personId, ...change });
      if (row === undefined) throw profileConflict();
      return toText(row);
    },

    async versions(scope, key) {
      const rows = await query<Row>(
        pool,
        `select ${COLUMNS} from profile_version where ${OF_FILE} order by version desc`,
        [...keyOf(scope, key)],
      );
      return rows.map(toText);
    },

    async days({ workspaceId, personId }) {
      const rows = await query<{ readonly day: string }>(
        pool,
        `select distinct day from profile_version where workspace_id = $1 and person_id = $2 and file = 'daily' order by day desc`,
        [workspaceId, personId],
      );
      return rows.map(({ day }) => day);
    },

    noteUse: async (scope, traceId, files) => {
      await noteUse({ scope, traceId, files });
    },

    async uses(scope, key) {
      const rows = await query<{ readonly id: string; readonly version: number; readonly at: Date }>(
        pool,
        USES,
        [...keyOf(scope, key), USES_LISTED],
      );
      return rows.map(({ id, version, at }) => ({ traceId: id, version, at: at.getTime() }));
    },

    async isSoulLocked({ workspaceId }) {
      return (await query(pool, "select from soul_lock where workspace_id = $1", [workspaceId])).length > 0;
    },

    async lockSoul({ workspaceId }, isLocked) {
      await query(
        pool,
        isLocked
          ? "insert into soul_lock (workspace_id) values ($1) on conflict do nothing"
          : "delete from soul_lock where workspace_id = $1",
        [workspaceId],
      );
    },
  };
}

/** Removes deleted runs from the versions that they wrote. The text stays, because it is part of the profile. */
export async function forgetProfileSources(
  client: pg.PoolClient,
  workspaceId: string,
  traceIds: readonly string[],
): Promise<void> {
  await query(
    client,
    "update profile_version set trace_id = null, sequence = null where workspace_id = $1 and trace_id = any($2)",
    [workspaceId, traceIds],
  );
}

/** SOUL belongs to the workspace. */
function keyOf({ workspaceId, personId }: Scope, { file, day }: ProfileKey): readonly string[] {
  return [workspaceId, file === "soul" ? "" : personId, file, day ?? ""];
}

function toText({
  file,
  day,
  version,
  text,
  trimmed,
  written_by: personId,
  by_agent: byAgent,
  saved_at: at,
  trace_id: traceId,
  sequence,
}: Row): ProfileText {
  return {
    file,
    day: day === "" ? null : day,
    version,
    text,
    trimmed,
    personId,
    byAgent,
    savedAt: at.getTime(),
    source: traceId === null ? null : { traceId, sequence },
  };
}
