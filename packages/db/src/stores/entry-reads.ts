import type { TraceStore } from "@goaltrace/core/ports";
import type pg from "pg";
import { createBatch } from "../batch.ts";
import { toEntry } from "../rows/entry-row.ts";
import { query } from "../sql.ts";
import { ENTRIES_DEFAULT_LIMIT, RUNS_MAX_BATCH, SHORT_READ_ENTRIES } from "../tunables.ts";

type BodyRow = { readonly body: string };

const READ_ENTRIES = {
  name: "read_entries",
  text: `select body from entry where trace_id = $1 and workspace_id = $2 and sequence > $3 and ($4::int is null or sequence <= $4)
    order by sequence limit $5`,
};

const READ_WITHOUT = {
  name: "read_entries_without",
  text: `select body from entry where trace_id = $1 and workspace_id = $2 and sequence > $3 and ($4::int is null or sequence <= $4)
    and type <> all($6) order by sequence limit $5`,
};

/** As `READ_ENTRIES` for several ranges, each with its place among them, counted from 1. */
const READ_SHORT = {
  name: "read_short_ranges",
  text: `select asked.position::int, found.body
    from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::int[])
      with ordinality as asked(trace_id, workspace_id, after, until, most, position)
    cross join lateral (
      select sequence, body from entry where trace_id = asked.trace_id and workspace_id = asked.workspace_id
        and sequence > asked.after and sequence <= asked.until order by sequence limit asked.most
    ) as found order by asked.position, found.sequence`,
};

type ShortRange = {
  readonly traceId: string;
  readonly workspaceId: string;
  readonly after: number;
  readonly until: number;
  readonly limit: number;
};

/** The reads of entries of the trace store. Short ranges, as of runs that start together, share a statement. */
export function createEntryReads(pool: pg.Pool): Pick<TraceStore, "entries" | "entry"> {
  const readShort = createBatch<ShortRange, readonly BodyRow[]>({
    most: RUNS_MAX_BATCH,
    run: async (ranges) => {
      const rows = await query<BodyRow & { readonly position: number }>(pool, READ_SHORT, [
        ...[ranges.map(({ traceId }) => traceId), ranges.map(({ workspaceId }) => workspaceId)],
        ...[ranges.map(({ after }) => after), ranges.map(({ until }) => until)],
        ranges.map(({ limit }) => limit),
      ]);
      return ranges.map((_, index) => rows.filter(({ position }) => position === index + 1));
    },
  });
  return {
    async entries({ workspaceId }, traceId, { after, until = null, limit = ENTRIES_DEFAULT_LIMIT, without }) {
      if (without !== undefined) {
        const range = [traceId, workspaceId, after, until, limit, without];
        return (await query<BodyRow>(pool, READ_WITHOUT, range)).map(toEntry);
      }
      const isShort = until !== null && until - after <= SHORT_READ_ENTRIES;
      const rows = isShort
        ? await readShort({ traceId, workspaceId, after, until, limit })
        : await query<BodyRow>(pool, READ_ENTRIES, [traceId, workspaceId, after, until, limit]);
      return rows.map(toEntry);
    },

    async entry(scope, traceId, sequence) {
      const [row] = await query<BodyRow>(
        pool,
        "select body from entry where trace_id = $1 and workspace_id = $2 and sequence = $3",
        [traceId, scope.workspaceId, sequence],
      );
      return row === undefined ? undefined : toEntry(row);
    },
  };
}
