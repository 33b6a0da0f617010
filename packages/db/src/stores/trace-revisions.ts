import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { query } from "../sql.ts";
import { visibleTo } from "./visible-traces.ts";

/** Reports whether something that was derived from a log is still true. */
export type TraceRevisions = {
  /**
   * Returns a text that is another one after each change of a trace and its log, erasing in a log that it continues included; undefined for a trace
   * that the person cannot see, or that continues one that they cannot see. Read it before the log: what is derived from the log is then at least as new.
   */
  of(scope: Scope, traceId: string): Promise<string | undefined>;
};

/**
 * The versions of the rows of a trace and of those that it continues serve as revision: each append and each erasure writes the rows of all traces whose
 * logs it changes. `union` ends a circle of origins.
 */
export function createTraceRevisions(pool: pg.Pool): TraceRevisions {
  return {
    async of({ workspaceId, personId }, traceId) {
      const visible = visibleTo({ alias: "t", person: "$2" });
      const [row] = await query<{ readonly revision: string }>(
        pool,
        `with recursive chain as (
           select t.id, t.origin_trace_id, t.xmin::text || '.' || t.ctid::text as version, ${visible} as visible
           from trace t where t.workspace_id = $1 and t.id = $3
           union
           select t.id, t.origin_trace_id, t.xmin::text || '.' || t.ctid::text, ${visible}
           from chain join trace t on t.workspace_id = $1 and t.id = chain.origin_trace_id)
         select string_agg(version, ' ' order by id) as revision from chain having bool_and(visible)`,
        [workspaceId, personId, traceId],
      );
      return row?.revision;
    },
  };
}
