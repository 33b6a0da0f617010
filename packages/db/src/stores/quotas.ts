import { parseJson } from "@goaltrace/core/parse-json";
import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { z } from "zod";
import { createBatch } from "../batch.ts";
import type { PrismaClient } from "../client.ts";
import { query } from "../sql.ts";
import { CALLERS_MAX_BATCH } from "../tunables.ts";
import { createSettingReader } from "./read-setting.ts";

/** Runs that are queued or running. Runs that wait for someone are not counted. */
export type ActiveRuns = {
  readonly workspace: number;
  /** Runs of one person in the workspace. */
  readonly person: number;
  /** Runs that the key started; without a key, the most that one key of the person has. */
  readonly key: number;
};

/** A person, directly or with an API key. */
type Holder = { readonly scope: Scope; readonly keyId: string | null };

/** Counts to compare quotas with, and the limits that workspaces set for themselves. */
export interface QuotaStore {
  activeRuns(holder: Holder): Promise<ActiveRuns>;
  /** The limits that the workspace has set, by name. */
  limits(workspaceId: string): Promise<Readonly<Record<string, number>>>;
  /** Replaces these limits. */
  saveLimits(workspaceId: string, limits: Readonly<Record<string, number>>): Promise<void>;
}

type CountRow = {
  readonly workspace_id: string;
  readonly person_id: string;
  readonly key_id: string | null;
  readonly runs: number;
};

const KEY = "quotas";
const LIMITS = z.record(z.string(), z.number());

const COUNT_ACTIVE = {
  name: "count_active_runs",
  text: `select workspace_id, person_id, key_id, count(*)::int as runs from trace
    where workspace_id = any($1) and status in ('queued', 'running') and id = root_id group by workspace_id, person_id, key_id`,
};

/** Quotas in PostgreSQL. Every start of a run reads both, so concurrent reads share a statement. */
export function createQuotaStore(prisma: PrismaClient, pool: pg.Pool): QuotaStore {
  const activeRuns = createBatch<Holder, ActiveRuns>({
    most: CALLERS_MAX_BATCH,
    run: async (holders) => await countActiveRuns(pool, holders),
  });
  const readSetting = createSettingReader(pool);
  return {
    activeRuns,
    async limits(workspaceId) {
      const saved = await readSetting({ workspaceId, key: KEY });
      return saved === null ? {} : LIMITS.parse(parseJson(saved));
    },
    async saveLimits(workspaceId, values) {
      const value = JSON.stringify(values);
      await prisma.setting.upsert({
        where: { workspaceId_key: { workspaceId, key: KEY } },
        create: { workspaceId, key: KEY, value },
        update: { value },
      });
    },
  };
}

async function countActiveRuns(pool: pg.Pool, holders: readonly Holder[]): Promise<readonly ActiveRuns[]> {
  const workspaceIds = [...new Set(holders.map(({ scope }) => scope.workspaceId))];
  const rows = await query<CountRow>(pool, COUNT_ACTIVE, [workspaceIds]);
  return holders.map(({ scope, keyId }) => {
    const inWorkspace = rows.filter((row) => row.workspace_id === scope.workspaceId);
    const own = inWorkspace.filter((row) => row.person_id === scope.personId);
    const byKeys = own.filter((row) => (keyId === null ? row.key_id !== null : row.key_id === keyId));
    return {
      workspace: sumRuns(inWorkspace),
      person: sumRuns(own),
      key: Math.max(0, ...byKeys.map(({ runs }) => runs)),
    };
  });
}

function sumRuns(rows: readonly CountRow[]): number {
  return rows.reduce((sum, row) => sum + row.runs, 0);
}
