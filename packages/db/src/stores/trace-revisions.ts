import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { query } from "../sql.ts";
import { visibleTo } from "./visible-traces.ts";

/** Reports whether something that was derived from a log is still true. */
export type TraceRevisions = {
  /**
   * Returns a text that is another one after each change of a trace and its log, erasing in a log that it continues included; undefined for a trace
   * that the person cannot see. Read it before the log: what is derived from the log is then at least as new.
   */
  of(scope: Scope, traceId: string): Promise<string | undefined>;
};

/** The version of the row serves as revision: each append and each erasure writes the rows of all traces whose logs it changes. */
export function createTraceRevisions(pool: pg.Pool): TraceRevisions {
  return {
    async of({ workspaceId, personId }, traceId) {
      const [row] = await query<{ readonly revision: string }>(
        pool,
        `select xmin::text || '.' || ctid::text as revision from trace
         where workspace_id = $1 and id = $3 and ${visibleTo({ alias: "trace", person: "$2" })}`,
        [workspaceId, personId, traceId],
      );
      return row?.revision;
    },
  };
}
