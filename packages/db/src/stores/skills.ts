import { GoaltraceError } from "@goaltrace/core";
import type {
  Scope,
  SkillChange,
  SkillFile,
  SkillLayer,
  SkillStore,
  SkillUsage,
  SkillVersion,
  StoredSkill,
  WrittenSkill,
} from "@goaltrace/core/ports";
import type pg from "pg";
import { createReadBatch } from "../batch.ts";
import { query, transaction } from "../sql.ts";
import { CALLERS_MAX_BATCH } from "../tunables.ts";
import { notFound } from "./not-found.ts";
import { createSkillProposals } from "./skill-proposals.ts";

type VersionRow = {
  readonly version: number;
  readonly source: string;
  readonly person_id: string;
  readonly saved_at: Date;
  readonly agent: string | null;
  readonly trace_id: string | null;
};
type SkillRow = VersionRow & {
  readonly workspace_id: string;
  readonly name: string;
  readonly is_core: boolean;
  readonly files: readonly SkillFile[] | null;
};

const SELECT = `select s.workspace_id, s.name, s.is_core, v.version, v.source, v.person_id, v.saved_at, v.agent, v.trace_id, f.files
  from skill s
  join skill_version v on v.workspace_id = s.workspace_id and v.name = s.name and v.version = s.version
  cross join lateral (select json_agg(json_build_object('path', path, 'bytes', length(content)) order by path) as files
    from skill_file f where f.workspace_id = s.workspace_id and f.name = s.name and f.version = s.version) f
  where s.workspace_id = any($1)`;

const LIST = { name: "list_skills", text: `${SELECT} order by s.name` };

type OfferRow = {
  readonly workspace_id: string;
  readonly name: string;
  readonly withheld_from: readonly string[];
};

const OFFERS = {
  name: "list_skill_offers",
  text: "select workspace_id, name, withheld_from from skill_offer where workspace_id = any($1)",
};

/** Skills in PostgreSQL. */
export function createSkillStore(pool: pg.Pool): SkillStore {
  // Every run reads these as it starts.
  const list = createReadBatch<string, readonly StoredSkill[]>({
    most: CALLERS_MAX_BATCH,
    keyOf: (workspaceId) => workspaceId,
    run: async (workspaceIds) => {
      const rows = await query<SkillRow>(pool, LIST, [workspaceIds]);
      return workspaceIds.map((id) => rows.filter((row) => row.workspace_id === id).map(toSkill));
    },
  });
  const withheld = createReadBatch<string, ReadonlyMap<string, readonly string[]>>({
    most: CALLERS_MAX_BATCH,
    keyOf: (workspaceId) => workspaceId,
    run: async (workspaceIds) => {
      const rows = await query<OfferRow>(pool, OFFERS, [workspaceIds]);
      return workspaceIds.map(
        (id) =>
          new Map(
            rows
              .filter((row) => row.workspace_id === id)
              .map((row) => [row.name, row.withheld_from] as const),
          ),
      );
    },
  });
  return {
    ...createSkillProposals(pool),
    list: ({ workspaceId }) => list(workspaceId),

    async versions({ workspaceId }, name) {
      const rows = await query<VersionRow>(
        pool,
        `select version, source, person_id, saved_at, agent, trace_id from skill_version
         where workspace_id = $1 and name = $2 order by version desc`,
        [workspaceId, name],
      );
      return rows.map(toVersion);
    },

    writtenIn: async ({ workspaceId }, traceIds) =>
      await query<WrittenSkill>(
        pool,
        `select v.name, v.version from trace t join skill_version v on v.workspace_id = t.workspace_id and v.trace_id = t.id
         where t.workspace_id = $1 and (t.id = any($2) or t.root_id = any($2)) order by v.saved_at, v.name, v.version`,
        [workspaceId, traceIds],
      ),

    save: (scope, change) => transaction(pool, async (client) => await save(client, scope, change)),

    remove: ({ workspaceId }, name) =>
      transaction(pool, async (client) => {
        const removed = await query(
          client,
          "delete from skill where workspace_id = $1 and name = $2 returning name",
          [workspaceId, name],
        );
        if (removed.length === 0) throw notFound(`skill ${name}`);
        for (const table of ["skill_file", "skill_version"])
          await query(client, `delete from ${table} where workspace_id = $1 and name = $2`, [
            workspaceId,
            name,
          ]);
      }),

    async fileContent({ workspaceId }, name, path) {
      const [row] = await query<{ readonly content: Buffer }>(
        pool,
        `select f.content from skill s join skill_file f using (workspace_id, name, version)
         where s.workspace_id = $1 and s.name = $2 and f.path = $3`,
        [workspaceId, name, path],
      );
      return row?.content ?? null;
    },

    withheld: ({ workspaceId }) => withheld(workspaceId),

    async withhold({ workspaceId }, name, agents) {
      await query(
        pool,
        `insert into skill_offer (workspace_id, name, withheld_from) values ($1, $2, $3)
         on conflict (workspace_id, name) do update set withheld_from = excluded.withheld_from`,
        [workspaceId, name, agents],
      );
    },

    async noteUse({ workspaceId }, traceId, { name, layer }) {
      await query(
        pool,
        `insert into skill_use (workspace_id, name, trace_id, layer)
         select $1, $3, present.id, $4 from (select id from trace where workspace_id = $1 and id = $2 for key share) as present
         on conflict (workspace_id, name, trace_id, layer) do update set loads = skill_use.loads + 1`,
        [workspaceId, traceId, name, layer],
      );
    },

    async usage({ workspaceId }, since) {
      const rows = await query<UseRow>(
        pool,
        `select u.name, u.layer, to_char(u.at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(u.loads)::int as loads,
           count(*)::int as runs, count(*) filter (where t.status = 'completed')::int as completed,
           count(*) filter (where t.status in ('failed', 'interrupted'))::int as failed
         from skill_use u join trace t on t.workspace_id = u.workspace_id and t.id = u.trace_id
         where u.workspace_id = $1 and u.at >= $2 group by 1, 2, 3 order by 1, 2, 3`,
        [workspaceId, new Date(since)],
      );
      return sumUses(rows);
    },

    async usingRuns({ workspaceId }, { name, layer, limit }) {
      const rows = await query<{ readonly trace_id: string; readonly at: Date }>(
        pool,
        `select trace_id, at from skill_use where workspace_id = $1 and name = $2 and layer = $3
         order by at desc, trace_id limit $4`,
        [workspaceId, name, layer, limit],
      );
      return rows.map((row) => ({ traceId: row.trace_id, at: row.at.getTime() }));
    },
  };
}

async function save(client: pg.PoolClient, scope: Scope, change: SkillChange): Promise<StoredSkill> {
  const { workspaceId, personId } = scope;
  const { name, version: before, source, isCore, files, writtenIn } = change;
  const version = before + 1;
  // Of two people who save at once, one waits here for the other and finds the version taken.
  const written =
    before === 0
      ? await query(
          client,
          `insert into skill (workspace_id, name, version, is_core) values ($1, $2, $3, $4) on conflict do nothing returning name`,
          [workspaceId, name, version, isCore],
        )
      : await query(
          client,
          `update skill set version = $3, is_core = $4 where workspace_id = $1 and name = $2 and version = $5 returning name`,
          [workspaceId, name, version, isCore, before],
        );
  if (written.length === 0) throw conflict(name);
  const writer = await readWriter(client, workspaceId, writtenIn);
  await query(
    client,
    `insert into skill_version (workspace_id, name, version, person_id, source, agent, trace_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [workspaceId, name, version, personId, source, writer?.agent ?? null, writer?.id ?? null],
  );
  if (files === null)
    await query(
      client,
      `insert into skill_file (workspace_id, name, version, path, content)
       select workspace_id, name, $3, path, content from skill_file where workspace_id = $1 and name = $2 and version = $4`,
      [workspaceId, name, version, before],
    );
  else
    await query(
      client,
      `insert into skill_file (workspace_id, name, version, path, content)
       select $1, $2, $3, path, content from unnest($4::text[], $5::bytea[]) as file(path, content)`,
      [
        workspaceId,
        name,
        version,
        files.map(({ path }) => path),
        files.map(({ content }) => Buffer.from(content)),
      ],
    );
  const [row] = await query<SkillRow>(client, `${SELECT} and s.name = $2`, [[workspaceId], name]);
  if (row === undefined) throw notFound(`skill ${name}`);
  return toSkill(row);
}

/** Keeps the run from being deleted until the version is saved. */
async function readWriter(
  client: pg.PoolClient,
  workspaceId: string,
  traceId: string | null,
): Promise<{ readonly id: string; readonly agent: string } | undefined> {
  if (traceId === null) return undefined;
  const [run] = await query<{ readonly id: string; readonly agent: string }>(
    client,
    `select id, header::json #>> '{agent,name}' as agent from trace where workspace_id = $1 and id = $2 for key share`,
    [workspaceId, traceId],
  );
  return run;
}

/** Removes deleted runs from the versions that they wrote. The skills stay, with the names of their agents. */
export async function forgetSkillSources(
  client: pg.PoolClient,
  workspaceId: string,
  traceIds: readonly string[],
): Promise<void> {
  await query(
    client,
    "update skill_version set trace_id = null where workspace_id = $1 and trace_id = any($2)",
    [workspaceId, traceIds],
  );
}

type UseRow = {
  readonly name: string;
  readonly layer: SkillLayer;
  readonly day: string;
  readonly loads: number;
  readonly runs: number;
  readonly completed: number;
  readonly failed: number;
};

function sumUses(rows: readonly UseRow[]): readonly SkillUsage[] {
  const sums = new Map<string, SkillUsage>();
  for (const { day, ...row } of rows) {
    const key = `${row.layer} ${row.name}`;
    const sum = sums.get(key);
    sums.set(key, {
      ...{ name: row.name, layer: row.layer },
      loads: row.loads + (sum?.loads ?? 0),
      runs: row.runs + (sum?.runs ?? 0),
      completed: row.completed + (sum?.completed ?? 0),
      failed: row.failed + (sum?.failed ?? 0),
      days: { ...sum?.days, [day]: row.loads },
    });
  }
  return [...sums.values()];
}

function toVersion(row: VersionRow): SkillVersion {
  const { version, source, person_id: personId, saved_at: savedAt, agent, trace_id: traceId } = row;
  const writer = agent === null ? null : { agent, traceId };
  return { version, source, personId, savedAt: savedAt.getTime(), writer };
}

function toSkill({ name, is_core: isCore, files, ...version }: SkillRow): StoredSkill {
  return { name, isCore, files: files ?? [], ...toVersion(version) };
}

function conflict(name: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: `The skill ${name} was changed meanwhile.`,
    fix: "Read it again, and repeat your change.",
  });
}
