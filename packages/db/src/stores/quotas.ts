import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { z } from "zod";
import { createBatch } from "../batch.ts";
import type { PrismaClient } from "../client.ts";
import { query } from "../sql.ts";
import { CALLERS_MAX_BATCH } from "../tunables.ts";

/** Runs that are queued or running, of a workspace and of one person in it. Runs that wait for somebody are not counted. */
export type ActiveRuns = { readonly workspace: number; readonly person: number };

/** Counts to compare quotas with, and the limits that workspaces set for themselves. */
export interface QuotaStore {
  activeRuns(scope: Scope): Promise<ActiveRuns>;
  /** The limits that the workspace has set, by name. */
  limits(workspaceId: string): Promise<Readonly<Record<string, number>>>;
  /** Replaces these limits. */
  saveLimits(workspaceId: string, limits: Readonly<Record<string, number>>): Promise<void>;
}

type CountRow = { readonly workspace_id: string; readonly person_id: string; readonly runs: number };

const KEY = "quotas";
const LIMITS = z.record(z.string(), z.number());

/** Quotas in PostgreSQL. Every start of a run reads both, so concurrent reads share a statement. */
export function createQuotaStore(prisma: PrismaClient, pool: pg.Pool): QuotaStore {
  const activeRuns = createBatch<Scope, ActiveRuns>({
    most: CALLERS_MAX_BATCH,
    run: async (scopes) => await countActiveRuns(pool, scopes),
  });
  const limits = createBatch<string, Readonly<Record<string, number>>>({
    most: CALLERS_MAX_BATCH,
    run: async (workspaceIds) => {
      const rows = await prisma.setting.findMany({
        where: { workspaceId: { in: [...new Set(workspaceIds)] }, key: KEY },
      });
      const saved = new Map(rows.map((row) => [row.workspaceId, LIMITS.parse(JSON.parse(row.value))]));
      return workspaceIds.map((id) => saved.get(id) ?? {});
    },
  });
  return {
    activeRuns,
    limits,
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

async function countActiveRuns(pool: pg.Pool, scopes: readonly Scope[]): Promise<readonly ActiveRuns[]> {
  const rows = await query<CountRow>(
    pool,
    `select workspace_id, person_id, count(*)::int as runs from trace
     where workspace_id = any($1) and status in ('queued', 'running') and id = root_id group by workspace_id, person_id`,
    [[...new Set(scopes.map(({ workspaceId }) => workspaceId))]],
  );
  return scopes.map(({ workspaceId, personId }) => {
    const own = rows.filter((row) => row.workspace_id === workspaceId);
    return {
      workspace: own.reduce((sum, row) => sum + row.runs, 0),
      person: own.find((row) => row.person_id === personId)?.runs ?? 0,
    };
  });
}
