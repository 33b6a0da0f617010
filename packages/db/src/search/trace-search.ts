import type { Entry, Scope } from "@goaltrace/core";
import type { LogSegment } from "@goaltrace/core/log";
import type pg from "pg";
import { entryOf } from "../rows/entry-row.ts";
import { query } from "../sql.ts";
import { textQueryOf } from "./text-query.ts";

/** Finds entries of one log by what is written in them. `segments` are the stretches of the resolved log, oldest first. */
export interface TraceSearchStore {
  /**
   * Entries after `after` that may hold `text`, in order, at most `limit`: the stored text has names of fields in it, too, so the caller
   * looks at each entry again. ASCII letters match in either case. In very long logs only whole words and their beginnings are found.
   */
  candidates(
    scope: Scope,
    segments: readonly LogSegment[],
    request: { readonly text: string; readonly after: number; readonly limit: number },
  ): Promise<readonly Entry[]>;
  /** Every change of a file that tools recorded, in order, at most `limit`, the newest of them. */
  fileChanges(scope: Scope, segments: readonly LogSegment[], limit: number): Promise<readonly Entry[]>;
}

/** Logs up to this long are read through for a text anywhere; in longer ones the index finds whole words and beginnings, as it does in lists. */
const SCAN_MAX_ENTRIES = 20_000;

/** Messages, and events with words of their own; the account of a model call repeats what is in the messages. */
const SEARCHED = "(e.kind = 'message' or e.type in ('goals.changed', 'call.failed', 'trace.finished'))";

type BodyRow = { readonly body: string };

/** The rows of a resolved log: its stretches as three arrays, so that the statement is the same for each log. */
const LOG =
  "from unnest($2::text[], $3::int[], $4::int[]) as s(trace_id, first, last) join entry e on e.trace_id = s.trace_id and e.sequence between s.first and s.last where e.workspace_id = $1";

export function createTraceSearchStore(pool: pg.Pool): TraceSearchStore {
  return {
    async candidates(scope, segments, { text, after, limit }) {
      const length = segments.reduce((sum, segment) => sum + segment.to - segment.from + 1, 0);
      const words = length > SCAN_MAX_ENTRIES ? textQueryOf(text) : null;
      const rows = await query<BodyRow>(
        pool,
        words === null
          ? `select e.body ${LOG} and e.sequence > $5 and ${SEARCHED} and e.body collate "C" ilike $6 order by e.sequence limit $7`
          : `select e.body ${LOG} and e.sequence > $5 and (e.trace_id, e.sequence) in (
               select trace_id, sequence from message_search where trace_id = any($2) and words @@ to_tsquery('simple', $6)
             ) order by e.sequence limit $7`,
        [...logValues(scope, segments), after, words ?? patternOf(text), limit],
      );
      return rows.map(entryOf);
    },

    async fileChanges(scope, segments, limit) {
      const rows = await query<BodyRow>(
        pool,
        `select e.body ${LOG} and e.type = 'file.changed' order by e.sequence desc limit $5`,
        [...logValues(scope, segments), limit],
      );
      return rows.map(entryOf).reverse();
    },
  };
}

function logValues(scope: Scope, segments: readonly LogSegment[]): unknown[] {
  return [
    scope.workspaceId,
    segments.map((segment) => segment.traceId),
    segments.map((segment) => segment.from),
    segments.map((segment) => segment.to),
  ];
}

/** A text as it stands inside JSON, as a pattern that means itself. */
function patternOf(text: string): string {
  const inJson = JSON.stringify(text).slice(1, -1);
  return `%${inJson.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
