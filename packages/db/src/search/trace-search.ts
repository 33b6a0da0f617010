import type { LogSegment } from "@goaltrace/core/log";
import type { Scope, TraceSearchStore } from "@goaltrace/core/ports";
import type pg from "pg";
import { toEntry } from "../rows/entry-row.ts";
import { query } from "../sql.ts";
import { toTextQuery } from "./text-query.ts";

/** Logs up to this length are scanned for any substring. In longer logs the index finds whole words and prefixes, as in lists. */
const SCAN_MAX_ENTRIES = 10_000;

/**
 * In logs up to this length each message is tested in order: the word index would first collect its matches from all logs of the database.
 */
const WALK_MAX_ENTRIES = 40_000;

/** Events with searchable text of their own, as in the index `entry_marks`. A model call's record only repeats the messages. */
const SEARCHABLE_EVENTS = "e.type in ('goals.changed', 'call.failed', 'trace.finished')";

type BodyRow = { readonly body: string };
type HitRow = { readonly trace_id: string; readonly sequence: number };

/** The segments of a resolved log as three arrays, so that the statement is the same for every log. */
const SEGMENTS = "unnest($2::text[], $3::int[], $4::int[]) as s(trace_id, first, last)";

/** Search within one log in PostgreSQL. */
export function createTraceSearchStore(pool: pg.Pool): TraceSearchStore {
  return {
    async candidates(scope, segments, { text, after, limit }) {
      const length = segments.reduce((sum, segment) => sum + segment.to - segment.from + 1, 0);
      const words = length > SCAN_MAX_ENTRIES ? toTextQuery(text) : null;
      const values = [...logValues(scope, segments), after, limit, likePattern(text)];
      if (words === null) return (await query<BodyRow>(pool, SCAN, values)).map(toEntry);
      if (length <= WALK_MAX_ENTRIES)
        return (await query<BodyRow>(pool, selectBodies(FIRST_HITS), [...values, words])).map(toEntry);
      const traceIds = segments.map((segment) => segment.traceId);
      const hits = await query<HitRow>(pool, ANY_HITS, [traceIds, words, limit + 1, scope.workspaceId]);
      const rows = await (hits.length > limit
        ? query<BodyRow>(pool, selectBodies(FIRST_HITS), [...values, words])
        : query<BodyRow>(pool, selectBodies(LISTED_HITS), [
            ...values,
            hits.map((hit) => hit.trace_id),
            hits.map((hit) => hit.sequence),
          ]));
      return rows.map(toEntry);
    },

    async fileChanges(scope, segments, limit) {
      const rows = await query<BodyRow>(pool, newestOf("file.changed"), [
        ...logValues(scope, segments),
        limit,
      ]);
      return rows.map(toEntry).reverse();
    },

    async commandEnds(scope, segments, limit) {
      const rows = await query<BodyRow>(pool, newestOf("process.ended"), [
        ...logValues(scope, segments),
        limit,
      ]);
      return rows.map(toEntry).reverse();
    },
  };
}

/** The type is part of the statement, so that its partial index is used. */
const newestOf = (
  type: "file.changed" | "process.ended",
): string => `select e.body from ${SEGMENTS} join entry e on e.workspace_id = $1 and e.trace_id = s.trace_id and e.sequence between s.first and s.last
   where e.type = '${type}' order by e.sequence desc limit $5`;

/** Selects the first entries of each segment that match the pattern. Each segment stops when it has enough. */
const segmentBodies = (
  condition: string,
): string => `select e.sequence, e.body from ${SEGMENTS} cross join lateral (
    select e.sequence, e.body from entry e
    where e.trace_id = s.trace_id and e.sequence between greatest(s.first, $5::int + 1) and s.last and e.workspace_id = $1
      and ${condition} and e.body collate "C" ilike $7
    order by e.sequence limit $6
  ) e`;

const SCAN = `select found.body from (${segmentBodies(`(e.kind = 'message' or ${SEARCHABLE_EVENTS})`)}) found order by found.sequence limit $6`;

/**
 * Any messages with these words, up to one more than requested. For a rare word the index returns all of them at once; for a common word,
 * walking the log fills the page quickly.
 */
const ANY_HITS =
  "select trace_id, sequence from message_search where workspace_id = $4 and trace_id = any($1::text[]) and words @@ to_tsquery('simple', $2) limit $3";

const LISTED_HITS = `select h.trace_id, h.sequence from unnest($8::text[], $9::int[]) as h(trace_id, sequence)
  join ${SEGMENTS} on s.trace_id = h.trace_id and h.sequence between greatest(s.first, $5::int + 1) and s.last`;

const FIRST_HITS = `select m.trace_id, m.sequence from ${SEGMENTS} cross join lateral (
    select m.trace_id, m.sequence from message_search m
    where m.workspace_id = $1 and m.trace_id = s.trace_id and m.sequence between greatest(s.first, $5::int + 1) and s.last and m.words @@ to_tsquery('simple', $8)
    order by m.sequence limit $6
  ) m order by m.sequence limit $6`;

/** Selects the bodies of matching messages, found before any other body is read, and of the few events that match the pattern. */
const selectBodies = (hits: string): string => `with hit as materialized (${hits})
  select found.body from (
    select e.sequence, e.body from hit join entry e on e.workspace_id = $1 and e.trace_id = hit.trace_id and e.sequence = hit.sequence
    union all ${segmentBodies(SEARCHABLE_EVENTS)}
  ) found order by found.sequence limit $6`;

function logValues(scope: Scope, segments: readonly LogSegment[]): unknown[] {
  return [
    scope.workspaceId,
    segments.map((segment) => segment.traceId),
    segments.map((segment) => segment.from),
    segments.map((segment) => segment.to),
  ];
}

/** Returns a LIKE pattern that matches the text literally as it appears inside JSON. */
function likePattern(text: string): string {
  const inJson = JSON.stringify(text).slice(1, -1);
  return `%${inJson.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
