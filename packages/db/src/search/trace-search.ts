import type { Scope, TraceSearchStore } from "@goaltrace/core";
import type { LogSegment } from "@goaltrace/core/log";
import type pg from "pg";
import { entryOf } from "../rows/entry-row.ts";
import { query } from "../sql.ts";
import { textQueryOf } from "./text-query.ts";

/** Logs up to this long are read through for a text anywhere; in longer ones the index finds whole words and beginnings, as it does in lists. */
const SCAN_MAX_ENTRIES = 10_000;

/** In logs up to this long each message's words are asked: the index of words would first gather its matches in all logs of the database. */
const WALK_MAX_ENTRIES = 40_000;

/** Events with words of their own; the account of a model call repeats what is in the messages. As the index `entry_marks` names them. */
const TELLING_EVENTS = "e.type in ('goals.changed', 'call.failed', 'trace.finished')";

type BodyRow = { readonly body: string };
type HitRow = { readonly trace_id: string; readonly sequence: number };

/** The stretches of a resolved log as three arrays, so that the statement is the same for each log. */
const STRETCHES = "unnest($2::text[], $3::int[], $4::int[]) as s(trace_id, first, last)";

/** Search within one log over PostgreSQL. */
export function createTraceSearchStore(pool: pg.Pool): TraceSearchStore {
  return {
    async candidates(scope, segments, { text, after, limit }) {
      const length = segments.reduce((sum, segment) => sum + segment.to - segment.from + 1, 0);
      const words = length > SCAN_MAX_ENTRIES ? textQueryOf(text) : null;
      const values = [...logValues(scope, segments), after, limit, patternOf(text)];
      if (words === null) return (await query<BodyRow>(pool, READ_THROUGH, values)).map(entryOf);
      if (length <= WALK_MAX_ENTRIES)
        return (await query<BodyRow>(pool, bodiesOf(FIRST_HITS), [...values, words])).map(entryOf);
      const traceIds = segments.map((segment) => segment.traceId);
      const some = await query<HitRow>(pool, SOME_HITS, [traceIds, words, limit + 1, scope.workspaceId]);
      const rows = await (some.length > limit
        ? query<BodyRow>(pool, bodiesOf(FIRST_HITS), [...values, words])
        : query<BodyRow>(pool, bodiesOf(GIVEN_HITS), [
            ...values,
            some.map((hit) => hit.trace_id),
            some.map((hit) => hit.sequence),
          ]));
      return rows.map(entryOf);
    },

    async fileChanges(scope, segments, limit) {
      const rows = await query<BodyRow>(
        pool,
        `select e.body from ${STRETCHES} join entry e on e.workspace_id = $1 and e.trace_id = s.trace_id and e.sequence between s.first and s.last
         where e.type = 'file.changed' order by e.sequence desc limit $5`,
        [...logValues(scope, segments), limit],
      );
      return rows.map(entryOf).reverse();
    },
  };
}

/** The first entries of each stretch that hold the pattern; each stretch stops when it has enough. */
const stretchBodies = (
  condition: string,
): string => `select e.sequence, e.body from ${STRETCHES} cross join lateral (
    select e.sequence, e.body from entry e
    where e.trace_id = s.trace_id and e.sequence between greatest(s.first, $5::int + 1) and s.last and e.workspace_id = $1
      and ${condition} and e.body collate "C" ilike $7
    order by e.sequence limit $6
  ) e`;

const READ_THROUGH = `select found.body from (${stretchBodies(`(e.kind = 'message' or ${TELLING_EVENTS})`)}) found order by found.sequence limit $6`;

/**
 * Any messages with these words, until there are more than asked for: of a rare word all are found through the index at once. Of a common
 * one a walk along the log is full soon.
 */
const SOME_HITS =
  "select trace_id, sequence from message_search where workspace_id = $4 and trace_id = any($1::text[]) and words @@ to_tsquery('simple', $2) limit $3";

const GIVEN_HITS = `select h.trace_id, h.sequence from unnest($8::text[], $9::int[]) as h(trace_id, sequence)
  join ${STRETCHES} on s.trace_id = h.trace_id and h.sequence between greatest(s.first, $5::int + 1) and s.last`;

const FIRST_HITS = `select m.trace_id, m.sequence from ${STRETCHES} cross join lateral (
    select m.trace_id, m.sequence from message_search m
    where m.workspace_id = $1 and m.trace_id = s.trace_id and m.sequence between greatest(s.first, $5::int + 1) and s.last and m.words @@ to_tsquery('simple', $8)
    order by m.sequence limit $6
  ) m order by m.sequence limit $6`;

/** The messages that were hit, before any other body is touched, and events by reading those few. */
const bodiesOf = (hits: string): string => `with hit as materialized (${hits})
  select found.body from (
    select e.sequence, e.body from hit join entry e on e.workspace_id = $1 and e.trace_id = hit.trace_id and e.sequence = hit.sequence
    union all ${stretchBodies(TELLING_EVENTS)}
  ) found order by found.sequence limit $6`;

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
