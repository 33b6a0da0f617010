import {
  experienceConflict,
  experienceKey,
  mayBecome,
  notFoundExperience,
} from "@goaltrace/core/experiences";
import type {
  Experience,
  ExperienceEvidence,
  ExperienceFields,
  ExperienceStore,
  Scope,
  Trials,
} from "@goaltrace/core/ports";
import type pg from "pg";
import {
  EXPERIENCE_COLUMNS,
  type ExperienceRow,
  type ExperienceUseRow,
  toExperience,
  toExperienceUse,
} from "../rows/experience-row.ts";
import { createReadBatch } from "../batch.ts";
import { createExperienceRunNotes } from "./experience-run-notes.ts";
import { query, transaction } from "../sql.ts";
import { CALLERS_MAX_BATCH } from "../tunables.ts";
import { createSettingReader } from "./read-setting.ts";

/** The experiences that each person of `$2` finds in the workspace of `$1` at the same place. Trials: evidence where the rule was followed, and judged runs, both of the newest texts. */
const SELECT = `select reader.position::int, ${EXPERIENCE_COLUMNS}, e.evidence, (e.trials + u.trials)::int as trials, (e.worked + u.worked)::int as worked
  from unnest($1::text[], $2::text[]) with ordinality as reader(workspace_id, person_id, position)
  join experience x on x.workspace_id = reader.workspace_id and (x.audience <> 'person' or x.person_id = reader.person_id)
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('traceId', trace_id, 'sequence', nullif(sequence, 0), 'taskSequence', task_sequence,
        'quote', quote, 'worked', worked, 'version', version) order by at, trace_id, sequence), '[]') as evidence,
      count(worked) filter (where version = x.version) as trials,
      count(*) filter (where version = x.version and worked) as worked
    from experience_evidence where workspace_id = x.workspace_id and experience_id = x.id) e
  cross join lateral (
    select count(*) as trials, count(*) filter (where r.outcome = 'worked') as worked
    from experience_use n join experience_run r on r.workspace_id = n.workspace_id and r.trace_id = n.trace_id
    where n.workspace_id = x.workspace_id and n.experience_id = x.id and n.version = x.version
      and r.outcome in ('worked', 'failed')) u`;
const LIST = { name: "list_experiences", text: `${SELECT} order by x.created_at desc, x.id desc` };

/** The ended runs without an outcome of each workspace of `$1`, oldest first: at most `$2` of each. */
const ENDED = {
  name: "list_ended_experience_runs",
  text: `select asked.workspace_id, ended.trace_id from unnest($1::text[]) as asked(workspace_id)
    cross join lateral (select r.trace_id, r.at from experience_run r join trace t on t.workspace_id = r.workspace_id and t.id = r.trace_id
      where r.workspace_id = asked.workspace_id and r.outcome is null and t.status in ('completed', 'failed', 'cancelled', 'interrupted')
      order by r.at limit $2) as ended order by ended.at`,
};
const HELD_OUT = {
  name: "list_experience_hold_outs",
  text: "select workspace_id, agent from experience_hold_out where workspace_id = any($1) order by agent",
};

/** The setting of workspaces that use candidates without a person; absent for others. */
const CONFIRMS_ALONE = "experiences_confirm_alone";
const ON = "on";

type PlacedRow = ExperienceRow & { readonly position: number };
type EndedRow = { readonly workspace_id: string; readonly trace_id: string };
type Asked = { readonly workspaceId: string; readonly limit: number };

/** Experiences in PostgreSQL. A unique key keeps two processes from adding the same one twice. */
export function createExperienceStore(pool: pg.Pool): ExperienceStore {
  // Every run reads these as it starts.
  const list = createReadBatch<Scope, readonly Experience[]>({
    most: CALLERS_MAX_BATCH,
    keyOf: ({ workspaceId, personId }) => `${workspaceId} ${personId}`,
    run: async (readers) => {
      const rows = await query<PlacedRow>(pool, LIST, readerColumns(readers));
      return readers.map((_, index) => rows.filter((row) => row.position === index + 1).map(toExperience));
    },
  });
  const endedRuns = createReadBatch<Asked, readonly string[]>({
    most: CALLERS_MAX_BATCH,
    keyOf: ({ workspaceId, limit }) => `${workspaceId} ${limit}`,
    run: async (asked) => {
      const rows = await query<EndedRow>(pool, ENDED, [
        [...new Set(asked.map(({ workspaceId }) => workspaceId))],
        Math.max(...asked.map(({ limit }) => limit)),
      ]);
      return asked.map(({ workspaceId, limit }) =>
        rows
          .filter((row) => row.workspace_id === workspaceId)
          .slice(0, limit)
          .map((row) => row.trace_id),
      );
    },
  });
  const heldOutAgents = createReadBatch<string, readonly string[]>({
    most: CALLERS_MAX_BATCH,
    keyOf: (workspaceId) => workspaceId,
    run: async (workspaceIds) => {
      const rows = await query<{ readonly workspace_id: string; readonly agent: string }>(pool, HELD_OUT, [
        workspaceIds,
      ]);
      return workspaceIds.map((id) =>
        rows.filter((row) => row.workspace_id === id).map(({ agent }) => agent),
      );
    },
  });
  const noteRun = createExperienceRunNotes(pool);
  const readSetting = createSettingReader(pool);
  return {
    list,
    get: (scope, id) => readExperience(pool, scope, id),

    add: (scope, { id, state, source, evidence, ...fields }) =>
      transaction(pool, async (client) => {
        const decidedBy = state === "approved" ? scope.personId : null;
        // Setting a column to itself returns the row that says the same.
        const [row] = await query<{ readonly id: string; readonly version: number }>(
          client,
          `insert into experience (workspace_id, id, audience, agent, person_id, source, state, version, condition, rule, same_as, decided_by)
           values ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9, md5($10), $11)
           on conflict (workspace_id, same_as) do update set same_as = excluded.same_as returning id, version`,
          [
            ...[scope.workspaceId, id, fields.audience, fields.agent ?? "", scope.personId, source, state],
            ...[fields.condition, fields.rule, sameKey(scope, fields), decidedBy],
          ],
        );
        const added = row ?? { id, version: 1 };
        for (const one of evidence)
          await insertEvidence(client, scope, { ...one, id: added.id, version: added.version });
        return await readExperience(client, scope, added.id);
      }),

    edit: (scope, id, { version, fields }) =>
      transaction(pool, async (client) => {
        const before = await lock(client, scope, id);
        if (before.version !== version) throw experienceConflict();
        const isOther = before.condition !== fields.condition || before.rule !== fields.rule;
        // Two experiences may come to say the same by an edit: their person sees both and retires one.
        await query(
          client,
          `update experience x set audience = $3, agent = $4, condition = $5, rule = $6, version = $7, person_id = $8, changed_at = now(),
             same_as = case when exists (select from experience o where o.workspace_id = $1 and o.id <> $2 and o.same_as = md5($9))
               then md5($9 || $2) else md5($9) end
           where x.workspace_id = $1 and x.id = $2`,
          [
            ...[scope.workspaceId, id, fields.audience, fields.agent ?? "", fields.condition, fields.rule],
            ...[isOther ? version + 1 : version, scope.personId, sameKey(scope, fields)],
          ],
        );
        return await readExperience(client, scope, id);
      }),

    decide: (scope, id, state) =>
      transaction(pool, async (client) => {
        if (!mayBecome((await lock(client, scope, id)).state, state)) throw experienceConflict();
        await query(
          client,
          "update experience set state = $3, decided_by = $4, changed_at = now() where workspace_id = $1 and id = $2",
          [scope.workspaceId, id, state, scope.personId],
        );
        return await readExperience(client, scope, id);
      }),

    async decideByOutcome({ workspaceId }, id, state) {
      const rows = await query(
        pool,
        `update experience set state = $3, decided_by = null, changed_at = now()
         where workspace_id = $1 and id = $2 and state = $4 returning id`,
        [workspaceId, id, state, state === "retired" ? "approved" : "candidate"],
      );
      return rows.length > 0;
    },

    async noteSkill(scope, id, skill) {
      await readExperience(pool, scope, id);
      await query(pool, "update experience set skill = $3 where workspace_id = $1 and id = $2", [
        ...[scope.workspaceId, id, skill],
      ]);
    },

    noteRun: async ({ workspaceId }, traceId, { arm, experiences }) =>
      await noteRun({ workspaceId, traceId, arm, experiences }),

    endedRuns: ({ workspaceId }, limit) => endedRuns({ workspaceId, limit }),

    async judge({ workspaceId }, traceId, { outcome, basis }) {
      await query(
        pool,
        "update experience_run set outcome = $3, basis = $4 where workspace_id = $1 and trace_id = $2",
        [workspaceId, traceId, outcome, basis],
      );
    },

    async uses(scope, id) {
      await readExperience(pool, scope, id);
      const rows = await query<ExperienceUseRow>(
        pool,
        `select u.trace_id, u.version, r.at, r.outcome, r.basis from experience_use u
         join experience_run r on r.workspace_id = u.workspace_id and r.trace_id = u.trace_id
         where u.workspace_id = $1 and u.experience_id = $2 order by r.at desc, u.trace_id`,
        [scope.workspaceId, id],
      );
      return rows.map(toExperienceUse);
    },

    async arms({ workspaceId }) {
      const rows = await query<Trials & { readonly arm: string }>(
        pool,
        `select arm, count(*)::int as trials, (count(*) filter (where outcome = 'worked'))::int as worked from experience_run
         where workspace_id = $1 and arm is not null and outcome in ('worked', 'failed') group by arm`,
        [workspaceId],
      );
      const side = (name: string): Trials => {
        const row = rows.find(({ arm }) => arm === name);
        return { worked: row?.worked ?? 0, trials: row?.trials ?? 0 };
      };
      return { with: side("with"), without: side("without") };
    },

    heldOutAgents: ({ workspaceId }) => heldOutAgents(workspaceId),

    async holdOut({ workspaceId }, agent, isOn) {
      await query(
        pool,
        isOn
          ? "insert into experience_hold_out (workspace_id, agent) values ($1, $2) on conflict do nothing"
          : "delete from experience_hold_out where workspace_id = $1 and agent = $2",
        [workspaceId, agent],
      );
    },

    confirmsAlone: async ({ workspaceId }) =>
      (await readSetting({ workspaceId, key: CONFIRMS_ALONE })) === ON,

    async setConfirmsAlone({ workspaceId }, isOn) {
      await query(
        pool,
        isOn
          ? "insert into setting (workspace_id, key, value) values ($1, $2, $3) on conflict (workspace_id, key) do update set value = excluded.value"
          : "delete from setting where workspace_id = $1 and key = $2",
        isOn ? [workspaceId, CONFIRMS_ALONE, ON] : [workspaceId, CONFIRMS_ALONE],
      );
    },
  };
}

/** The parameters of `SELECT`. */
function readerColumns(readers: readonly Scope[]): readonly (readonly string[])[] {
  return [readers.map(({ workspaceId }) => workspaceId), readers.map(({ personId }) => personId)];
}

/** Texts that say the same to the same runs have the same key. */
function sameKey({ personId }: Scope, fields: ExperienceFields): string {
  const { audience, agent } = fields;
  return [audience, agent ?? "", audience === "person" ? personId : "", experienceKey(fields)].join("\n");
}

async function insertEvidence(
  client: pg.PoolClient,
  { workspaceId }: Scope,
  {
    id,
    traceId,
    sequence,
    taskSequence,
    quote,
    worked,
    version,
  }: ExperienceEvidence & { readonly id: string },
): Promise<void> {
  await query(
    client,
    `insert into experience_evidence (workspace_id, experience_id, trace_id, sequence, task_sequence, quote, worked, version)
     select $1, $2, id, $4, $5, $6, $7, $8 from (select id from trace where workspace_id = $1 and id = $3 for key share) as present
     on conflict do nothing`,
    [workspaceId, id, traceId, sequence ?? 0, taskSequence, quote, worked, version],
  );
}

/** Errors: NOT_FOUND. */
async function readExperience(
  client: pg.Pool | pg.PoolClient,
  scope: Scope,
  id: string,
): Promise<Experience> {
  const [row] = await query<ExperienceRow>(client, `${SELECT} where x.id = $3`, [
    ...readerColumns([scope]),
    id,
  ]);
  if (row === undefined) throw notFoundExperience(id);
  return toExperience(row);
}

/** Locks an experience until the end of the transaction and reads it. Errors: NOT_FOUND. */
async function lock(client: pg.PoolClient, scope: Scope, id: string): Promise<Experience> {
  await query(client, "select from experience where workspace_id = $1 and id = $2 for update", [
    scope.workspaceId,
    id,
  ]);
  return await readExperience(client, scope, id);
}

/**
 * Deletes what these runs showed, or only what one entry of their logs did, in the transaction of `client`. An experience without other evidence is
 * deleted, unless a person wrote or reworded it.
 */
export async function forgetExperiences(
  client: pg.PoolClient,
  workspaceId: string,
  { traceIds, sequence }: { readonly traceIds: readonly string[]; readonly sequence: number | null },
): Promise<void> {
  const gone = await query<{ readonly experience_id: string }>(
    client,
    `delete from experience_evidence where workspace_id = $1 and trace_id = any($2)
       and ($3::int is null or sequence = $3 or task_sequence = $3) returning experience_id`,
    [workspaceId, traceIds, sequence],
  );
  if (gone.length === 0) return;
  const ids = gone.map((row) => row.experience_id);
  const deleted = await query<{ readonly id: string }>(
    client,
    `delete from experience x where workspace_id = $1 and id = any($2) and source <> 'manual' and version = 1
       and not exists (select from experience_evidence e where e.workspace_id = $1 and e.experience_id = x.id) returning id`,
    [workspaceId, ids],
  );
  await query(client, "delete from experience_use where workspace_id = $1 and experience_id = any($2)", [
    workspaceId,
    deleted.map((row) => row.id),
  ]);
}
