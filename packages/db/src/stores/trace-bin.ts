import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { query } from "../sql.ts";
import { REMOVED_RETENTION_MS } from "../tunables.ts";
import { visible } from "./trace-query.ts";
import { createSqlConditions } from "./sql-conditions.ts";

/** Removes traces from the lists and restores them. Permanent deletion is `TraceStore.delete`. */
export type TraceBin = {
  /** Hides ended traces and returns their ids. Traces that are still running or that the person cannot see are skipped. */
  remove(scope: Scope, traceIds: readonly string[]): Promise<readonly string[]>;
  restore(scope: Scope, traceIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Returns which of these traces are hidden and may be deleted permanently; without ids, all traces hidden longer than
   * `REMOVED_RETENTION_MS`.
   */
  removed(scope: Scope, traceIds?: readonly string[]): Promise<readonly string[]>;
};

type IdRow = { readonly trace_id: string };

/** The bin, stored in the facts of traces. Hidden traces keep their logs. */
export function createTraceBin(pool: pg.Pool): TraceBin {
  const mark = async (
    scope: Scope,
    traceIds: readonly string[],
    hide: boolean,
  ): Promise<readonly string[]> => {
    const where = createSqlConditions();
    where.and(`f.workspace_id = ${where.bind(scope.workspaceId)}`);
    where.and(`f.trace_id = any(${where.bind(traceIds)})`);
    where.and(visible(where, scope));
    where.and(
      hide
        ? "f.removed_at is null and f.status in ('completed', 'failed', 'cancelled', 'interrupted')"
        : "f.removed_at is not null",
    );
    const rows = await query<IdRow>(
      pool,
      `update trace_facts f set removed_at = ${hide ? "now()" : "null"} where ${where.text()} returning f.trace_id`,
      where.values,
    );
    return rows.map((row) => row.trace_id);
  };
  return {
    remove: (scope, traceIds) => mark(scope, traceIds, true),
    restore: (scope, traceIds) => mark(scope, traceIds, false),
    async removed(scope, traceIds) {
      const where = createSqlConditions();
      where.and(`f.workspace_id = ${where.bind(scope.workspaceId)}`);
      where.and("f.removed_at is not null");
      if (traceIds === undefined)
        where.and(`f.removed_at < now() - interval '${REMOVED_RETENTION_MS} milliseconds'`);
      else {
        where.and(`f.trace_id = any(${where.bind(traceIds)})`);
        where.and(visible(where, scope));
      }
      const rows = await query<IdRow>(
        pool,
        `select f.trace_id from trace_facts f where ${where.text()}`,
        where.values,
      );
      return rows.map((row) => row.trace_id);
    },
  };
}
