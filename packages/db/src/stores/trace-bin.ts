import type { Scope } from "@goaltrace/core";
import type pg from "pg";
import { query } from "../sql.ts";
import { REMOVED_KEPT_MS } from "../tunables.ts";
import { visible } from "./trace-query.ts";
import { createWhere } from "./where.ts";

/** Taking traces out of the lists and putting them back. Deleting for good is `TraceStore.delete`. */
export type TraceBin = {
  /** Hides traces that are at an end; returns their ids. What still runs, and what the person may not see, is left alone. */
  remove(scope: Scope, traceIds: readonly string[]): Promise<readonly string[]>;
  restore(scope: Scope, traceIds: readonly string[]): Promise<readonly string[]>;
  /** Which of these are hidden and may be deleted for good; without ids, those that were hidden an hour ago and forgotten. */
  removed(scope: Scope, traceIds?: readonly string[]): Promise<readonly string[]>;
};

type IdRow = { readonly trace_id: string };

/** The bin over the facts of traces: what is hidden keeps its log. */
export function createTraceBin(pool: pg.Pool): TraceBin {
  const mark = async (
    scope: Scope,
    traceIds: readonly string[],
    hide: boolean,
  ): Promise<readonly string[]> => {
    const where = createWhere();
    where.and(`f.workspace_id = ${where.place(scope.workspaceId)}`);
    where.and(`f.trace_id = any(${where.place(traceIds)})`);
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
      const where = createWhere();
      where.and(`f.workspace_id = ${where.place(scope.workspaceId)}`);
      where.and("f.removed_at is not null");
      if (traceIds === undefined)
        where.and(`f.removed_at < now() - interval '${REMOVED_KEPT_MS} milliseconds'`);
      else {
        where.and(`f.trace_id = any(${where.place(traceIds)})`);
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
