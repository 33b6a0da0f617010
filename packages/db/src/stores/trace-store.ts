import { GoaltraceError } from "@goaltrace/core";
import type { Trace } from "@goaltrace/core/log";
import type { Page, Scope, TraceStore } from "@goaltrace/core/ports";
import type pg from "pg";
import { readTrace, TRACE_COLUMNS, type TraceRow } from "../rows/trace-row.ts";
import { errorCode } from "../outage.ts";
import { query, transaction } from "../sql.ts";
import { createBatch } from "../batch.ts";
import { LIST_MAX_LIMIT, START_MAX_ENTRIES, STARTS_MAX_BATCH } from "../tunables.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { createEntryReads } from "./entry-reads.ts";
import type { GroupCommit } from "./group-commit.ts";
import { insertLongTrace, insertTraces, type NewTrace } from "./insert-traces.ts";
import { notFound } from "./not-found.ts";
import { readOutline } from "./read-outline.ts";
import { isGapFree, sequenceConflict } from "./sequence-check.ts";
import { createTraceLeases } from "./trace-lease.ts";
import { createTraceRemoval } from "./trace-removal.ts";
import { visibleTo } from "./visible-traces.ts";

type ListRow = TraceRow & { readonly created_at: Date };
const UNIQUE_VIOLATION = "23505";

/** The trace store in PostgreSQL. Appends go through `groupCommit`, everything else through the same pool. */
export function createTraceStore(pool: pg.Pool, groupCommit: GroupCommit): TraceStore {
  const insert = async (contents: readonly NewTrace[]): Promise<readonly void[]> => {
    await transaction(pool, (client) => insertTraces(client, contents));
    return contents.map(() => undefined);
  };
  const insertTogether = createBatch<NewTrace, void>({ most: STARTS_MAX_BATCH, run: insert });

  return {
    ...createTraceLeases(pool),
    ...createTraceRemoval(pool),
    append: groupCommit.append,

    async create(...[scope, trace, entries, blobs]) {
      if (trace.workspaceId !== scope.workspaceId) throw notFound(`workspace ${trace.workspaceId}`);
      const isNext = entries.length === 0 || entries[0]?.sequence === (trace.origin?.sequence ?? 0) + 1;
      if (!isNext || !isGapFree(entries)) throw sequenceConflict(trace.id);
      try {
        const content = { trace, entries, blobs };
        if (entries.length > START_MAX_ENTRIES)
          await transaction(pool, (client) => insertLongTrace(client, content));
        // An origin may be locked by its deletion, so other starts must not wait for this one.
        else if (trace.origin !== null) await transaction(pool, (client) => insertTraces(client, [content]));
        else await insertTogether(content);
      } catch (error) {
        throw errorCode(error) === UNIQUE_VIOLATION ? alreadyExists(trace, error) : error;
      }
    },

    async get(scope, traceId) {
      const [row] = await query<TraceRow>(
        pool,
        `select ${TRACE_COLUMNS} from trace where workspace_id = $1 and id = $2`,
        [scope.workspaceId, traceId],
      );
      return row === undefined ? undefined : readTrace(row);
    },

    async family({ workspaceId }, rootId) {
      const rows = await query<TraceRow>(
        pool,
        `select ${TRACE_COLUMNS} from trace where workspace_id = $1 and root_id = $2 order by created_at, id`,
        [workspaceId, rootId],
      );
      return rows.map(readTrace);
    },

    async head({ workspaceId }, conversationId) {
      const [row] = await query<TraceRow>(
        pool,
        `select ${TRACE_COLUMNS} from trace where workspace_id = $1
           and id = (select head_trace_id from conversation where workspace_id = $1 and id = $2)`,
        [workspaceId, conversationId],
      );
      return row === undefined ? undefined : readTrace(row);
    },

    list: (scope, filter, page) => listTraces(pool, scope, { filter, page, visibleOnly: false }),

    ...createEntryReads(pool),

    outline: (scope, traceId, range) => readOutline(pool, scope, { traceId, ...range }),
  };
}

/** Returns a page of traces; with `visibleOnly`, of those that the scope's person can see. */
export async function listTraces(
  pool: pg.Pool,
  scope: Scope,
  request: {
    readonly filter: Parameters<TraceStore["list"]>[1];
    readonly page: Parameters<TraceStore["list"]>[2];
    readonly visibleOnly: boolean;
  },
): Promise<Page<Trace>> {
  const { filter, page } = request;
  const after = readCursor(page.cursor);
  const limit = Math.max(1, Math.min(page.limit, LIST_MAX_LIMIT));
  const values: unknown[] = [scope.workspaceId];
  const conditions = ["workspace_id = $1", "id = root_id"];
  const add = (condition: (placeholder: string) => string, value: unknown): void => {
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  if (request.visibleOnly) add((person) => visibleTo({ alias: "trace", person }), scope.personId);
  // Only the requested conditions are included, so that each list uses its own index.
  if (filter.conversationId !== undefined)
    add((placeholder) => `conversation_id = ${placeholder}`, filter.conversationId);
  if (filter.statuses?.length === 1) add((placeholder) => `status = ${placeholder}`, filter.statuses[0]);
  else if (filter.statuses !== undefined)
    add((placeholder) => `status = any(${placeholder})`, filter.statuses);
  if (after !== null) {
    values.push(after.at, after.id);
    conditions.push(`(created_at, id) < ($${values.length - 1}, $${values.length})`);
  }
  values.push(limit + 1);
  const rows = await query<ListRow>(
    pool,
    `select ${TRACE_COLUMNS}, created_at from trace where ${conditions.join(" and ")} order by created_at desc, id desc limit $${values.length}`,
    values,
  );
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined ? writeCursor({ at: last.created_at, id: last.id }) : null;
  return { items: pageRows.map(readTrace), nextCursor };
}

function alreadyExists(trace: Trace, cause: unknown): GoaltraceError {
  return new GoaltraceError(
    {
      code: "CONFLICT",
      message: `Trace ${trace.id} already exists.`,
      fix: "Open the existing trace, or create one with a new id.",
    },
    { cause },
  );
}
