import { GoaltraceError } from "@goaltrace/core";
import { type AgentFields, readAgentFields } from "@goaltrace/core/agents";
import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { createBatch } from "../batch.ts";
import { query } from "../sql.ts";
import { RUNS_MAX_BATCH } from "../tunables.ts";

/** The statement of a workspace about an agent, at one time. */
export type AgentVersion = {
  readonly name: string;
  /** From 1; the highest version of a name applies. */
  readonly version: number;
  /** Null when the workspace stopped defining the agent; undefined when this version of the server cannot read it. */
  readonly fields: AgentFields | null | undefined;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  readonly personId: string;
  /** The author's name; empty for a person who no longer exists. */
  readonly personName: string;
  /** The version whose fields were restored; null for new ones. */
  readonly restoredFrom: number | null;
};

/** A version to save. `over` is the version that the author saw, 0 for none. */
export type NewAgentVersion = Pick<AgentVersion, "name" | "restoredFrom"> & {
  readonly fields: AgentFields | null;
  readonly over: number;
};

/** Runs with an agent since a time. Those that the person may not see are counted too. */
export type AgentUse = {
  readonly runs: number;
  readonly completed: number;
  /** US dollars; null while the price of a call is unknown. */
  readonly cost: number | null;
  /** Runs as a sub-agent of others, by the agent that started them, most first. */
  readonly startedBy: readonly { readonly agent: string; readonly runs: number }[];
  /** Conversations whose next turn it has. */
  readonly conversations: number;
  /** Start of its last run in milliseconds since the epoch; null without one. */
  readonly lastRunAt: number | null;
};

/** The definitions of a workspace. The caller checks who may change them. */
export interface AgentStore {
  /** The newest version of every agent that the workspace defines or defined, by name. */
  list(workspaceId: string): Promise<readonly AgentVersion[]>;
  /** All versions of an agent, newest first; empty for one that the workspace never defined. */
  versions(workspaceId: string, name: string): Promise<readonly AgentVersion[]>;
  /** Saves a new version. Errors: CONFLICT when someone else has saved one since `over`. */
  save(scope: Scope, version: NewAgentVersion): Promise<AgentVersion>;
  use(workspaceId: string, name: string, since: number): Promise<AgentUse>;
}

type Row = {
  readonly name: string;
  readonly version: number;
  readonly fields: unknown;
  readonly saved_at: Date;
  readonly person_id: string;
  readonly person_name: string | null;
  readonly restored_from: number | null;
};

const COLUMNS =
  "a.name, a.version, a.fields, a.saved_at, a.person_id, u.name as person_name, a.restored_from";
const LIST = {
  name: "list_agents",
  text: `select distinct on (a.workspace_id, a.name) a.workspace_id, ${COLUMNS} from agent_version a
    left join "user" u on u.id = a.person_id where a.workspace_id = any($1::text[])
    order by a.workspace_id, a.name, a.version desc`,
};

/** The definitions of agents in PostgreSQL. */
export function createAgentStore(pool: pg.Pool): AgentStore {
  // Every run reads this at its start.
  const list = createBatch<string, readonly AgentVersion[]>({
    most: RUNS_MAX_BATCH,
    run: async (workspaceIds) => {
      const rows = await query<Row & { readonly workspace_id: string }>(pool, LIST, [
        [...new Set(workspaceIds)],
      ]);
      return workspaceIds.map((id) => rows.filter((row) => row.workspace_id === id).map(toVersion));
    },
  });
  return {
    list,

    async versions(workspaceId, name) {
      const rows = await query<Row>(
        pool,
        `select ${COLUMNS} from agent_version a left join "user" u on u.id = a.person_id
         where a.workspace_id = $1 and a.name = $2 order by a.version desc`,
        [workspaceId, name],
      );
      return rows.map(toVersion);
    },

    async save({ workspaceId, personId }, { name, over, fields, restoredFrom }) {
      // The key decides between two authors who saw the same version.
      const rows = await query<Row>(
        pool,
        `with a as (
           insert into agent_version (workspace_id, name, version, fields, person_id, restored_from)
           select $1, $2, $3::int + 1, $4::jsonb, $5, $6
           where (select coalesce(max(version), 0) from agent_version where workspace_id = $1 and name = $2) = $3::int
           on conflict do nothing returning *
         ) select ${COLUMNS} from a left join "user" u on u.id = a.person_id`,
        [workspaceId, name, over, fields === null ? null : JSON.stringify(fields), personId, restoredFrom],
      );
      const [row] = rows;
      if (row === undefined) throw changed(name);
      return toVersion(row);
    },

    async use(workspaceId, name, since) {
      const [[figures], starters, [conversations]] = await Promise.all([
        query<FiguresRow>(pool, FIGURES, [workspaceId, name, new Date(since)]),
        query<{ readonly agent: string; readonly runs: number }>(pool, STARTERS, [
          ...[workspaceId, name, new Date(since)],
        ]),
        query<{ readonly count: number }>(
          pool,
          "select count(*)::int as count from conversation where workspace_id = $1 and agent = $2 and deleted_at is null",
          [workspaceId, name],
        ),
      ]);
      return {
        runs: figures?.runs ?? 0,
        completed: figures?.completed ?? 0,
        cost: figures?.is_known === false ? null : (figures?.cost ?? 0),
        startedBy: starters,
        conversations: conversations?.count ?? 0,
        lastRunAt: figures?.last_run_at?.getTime() ?? null,
      };
    },
  };
}

type FiguresRow = {
  readonly runs: number;
  readonly completed: number;
  readonly cost: number | null;
  readonly is_known: boolean | null;
  readonly last_run_at: Date | null;
};

const RUNS =
  "from trace_facts f where f.workspace_id = $1 and f.agent = $2 and f.created_at >= $3 and f.removed_at is null";
const FIGURES = `select count(*)::int as runs, count(*) filter (where f.status = 'completed')::int as completed,
  sum(f.cost)::float8 as cost, bool_and(f.cost is not null) as is_known, max(f.created_at) as last_run_at ${RUNS}`;
const STARTERS = `select parent.agent, count(*)::int as runs from trace_facts f
  join trace child on child.workspace_id = f.workspace_id and child.id = f.trace_id
  join trace_facts parent on parent.trace_id = child.parent_id
  where f.workspace_id = $1 and f.agent = $2 and f.created_at >= $3 and f.removed_at is null and f.root_id is not null
  group by parent.agent order by runs desc, parent.agent limit 20`;

function toVersion(row: Row): AgentVersion {
  return {
    name: row.name,
    version: row.version,
    fields: row.fields === null ? null : readAgentFields(row.fields),
    savedAt: row.saved_at.getTime(),
    personId: row.person_id,
    personName: row.person_name ?? "",
    restoredFrom: row.restored_from,
  };
}

function changed(name: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: `Someone else has changed the agent "${name}" in the meantime.`,
    fix: "Reload to see the newest version, then make your change again.",
  });
}
