import { setTimeout as sleep } from "node:timers/promises";
import { assertNever, GoaltraceError } from "@goaltrace/core/errors";
import type { AppendBatch } from "@goaltrace/core/ports";
import type pg from "pg";
import type { BlobRow } from "../rows/blob-row.ts";
import { readVerdict, type Verdict, type VerdictRow } from "../rows/verdict-row.ts";
import { unavailable } from "../outage.ts";
import type { OutageLog } from "../outage-log.ts";
import { isRetryable } from "../sql.ts";
import {
  CLOSE_RETRY_LIMIT_MS,
  GROUP_MAX_IN_FLIGHT,
  QUEUE_MAX_CHARACTERS,
  RETRY_FIRST_MS,
  RETRY_MAX_MS,
} from "../tunables.ts";
import { createAppendQueue, type Lane, type PendingAppend, prepareAppend } from "./append-queue.ts";
import { GROUP_STATEMENT } from "./group-statement.ts";
import { createPreparedStatement, type PreparedStatement } from "./prepared-statement.ts";
import { requestChanges } from "./request-changes.ts";
import { settledReservations, spendingOf } from "./budget-changes.ts";
import { isGapFree, sequenceConflict } from "./sequence-check.ts";
import { waitColumns } from "../rows/trace-row.ts";
import { changeColumns, projectedFacts } from "./trace-facts.ts";

export type GroupCommit = {
  /** Resolves after the commit. Errors: those of `TraceStore.append`; DATABASE_UNAVAILABLE if the queue is full, or closed during an outage. */
  append(batch: AppendBatch): Promise<void>;
  /** Waits until everything queued has settled, during an outage only shortly, then releases the connections. */
  close(): Promise<void>;
};

/**
 * Commits the appends of all runs in this process in groups, with one SQL statement per group. Appends queue up by trace; a group takes one
 * lane per trace, which is that trace's next consecutive batches. Up to `GROUP_MAX_IN_FLIGHT` groups are written concurrently while further
 * appends queue for the next group, so an append never waits just to fill a group. The statement returns a verdict per lane: a lost lease or
 * a gap in the log rejects only the appends of that lane. During an outage, however long, the same group is sent again; the statement
 * recognizes already committed batches by the id of their last entry and never inserts them twice.
 */
export function createGroupCommit(pool: pg.Pool, outages: OutageLog): GroupCommit {
  /** The time after which retries end; set when the group commit closes. */
  let retryUntil = Number.POSITIVE_INFINITY;
  const queue = createAppendQueue();
  const inFlight = new Set<Promise<void>>();
  const statement = createPreparedStatement(pool, "group_commit", GROUP_STATEMENT);

  const retry: Retry = {
    ...outages,
    isAllowed: () => performance.now() < retryUntil,
  };

  function startCommits(): void {
    while (inFlight.size < GROUP_MAX_IN_FLIGHT && !queue.isEmpty()) {
      const lanes = queue.takeGroup();
      if (lanes.length === 0) return;
      const commit = commitAndSettle(statement, lanes, retry).finally(() => {
        inFlight.delete(commit);
        queue.release(lanes);
        startCommits();
      });
      inFlight.add(commit);
    }
  }

  return {
    append(batch) {
      if (batch.entries.length === 0) return Promise.reject(emptyBatch());
      if (!isGapFree(batch.entries)) return Promise.reject(sequenceConflict(batch.traceId));
      if (queue.characters() > QUEUE_MAX_CHARACTERS)
        return Promise.reject(unavailable(new Error("the append queue is full")));
      return new Promise((resolve, reject) => {
        queue.add(prepareAppend(batch, { resolve, reject }));
        // Appends made in the same turn of the event loop share a group.
        queueMicrotask(startCommits);
      });
    },
    async close() {
      retryUntil = performance.now() + CLOSE_RETRY_LIMIT_MS;
      while (inFlight.size > 0 || !queue.isEmpty()) {
        startCommits();
        await Promise.allSettled([...inFlight]);
      }
      statement.close();
    },
  };
}

/** Decides whether a group may be sent again, and reports how that went. */
type Retry = OutageLog & { isAllowed(): boolean };

/** Commits a group and settles the promises of its appends. Never rejects. */
async function commitAndSettle(
  statement: PreparedStatement,
  lanes: readonly Lane[],
  retry: Retry,
): Promise<void> {
  try {
    const rows = await commitWithRetry(statement, lanes, retry);
    const verdicts = new Map(rows.map((row) => [row.position, row.verdict]));
    lanes.forEach((lane, position) =>
      // The statement returns a verdict for every lane. If one were missing, its run must stop rather than assume a commit.
      settle(lane, verdictError(lane, verdicts.get(position) ?? "lease_lost")),
    );
  } catch (error) {
    // A PostgreSQL error fails the whole statement. Commit each lane separately, so that only the faulty one fails.
    if (lanes.length > 1 && !(error instanceof GoaltraceError)) {
      for (const lane of lanes) await commitAndSettle(statement, [lane], retry);
      return;
    }
    for (const lane of lanes) settle(lane, error instanceof Error ? error : new Error(String(error)));
  }
}

/** Runs the group statement and retries it after outages and deadlocks while that is allowed. Returns a verdict per lane. */
async function commitWithRetry(
  statement: PreparedStatement,
  lanes: readonly Lane[],
  retry: Retry,
): Promise<readonly VerdictRow[]> {
  const values = statementParameters(lanes);
  for (let delayMs = RETRY_FIRST_MS; ; delayMs = Math.min(delayMs * 2, RETRY_MAX_MS)) {
    try {
      const rows = await statement.run(values);
      retry.noteSuccess();
      return rows.map(readVerdict);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      retry.noteFailure(error);
      if (!retry.isAllowed()) throw unavailable(error);
      await sleep(delayMs);
    }
  }
}

/**
 * The JSON parameters of `GROUP_STATEMENT`: lanes, entries, blobs, blob references, changes of requests, spending, settled reservations, owners of blobs. A projection holds the totals so far, so that of
 * the lane's last batch replaces the earlier ones; tools, loops and parts given up are those of its new entries, so they are combined.
 */
function statementParameters(lanes: readonly Lane[]): string[] {
  const laneRecords = lanes.map((lane, position) => {
    const { batch, entries } = lane[0];
    const last = lane.at(-1) ?? lane[0];
    const lastEntry = last.entries.at(-1);
    return {
      position,
      trace_id: batch.traceId,
      root_id: batch.rootId,
      fence: batch.fence,
      first_sequence: entries[0]?.sequence,
      last_sequence: lastEntry?.sequence,
      last_entry_id: lastEntry?.id,
      projection: last.projection,
      ...waitColumns(last.batch.projection),
      ...projectedFacts(last.batch.projection),
      ...changeColumns({
        tools: [...new Set(lane.flatMap((append) => append.facts.tools))],
        loops: lane.reduce((sum, append) => sum + append.facts.loops, 0),
        givenUp: lane.reduce((sum, append) => sum + append.facts.givenUp, 0),
      }),
    };
  });
  const appends = lanes.flat();
  const entries = `[${appends.map((append) => append.records).join(",")}]`;
  const { contents, owners } = sharedContents(appends);
  const blobReferences = appends.flatMap((append) =>
    Array.from(append.blobReferences, (sha256) => ({ trace_id: append.batch.traceId, sha256 })),
  );
  const requests = lanes.flatMap((lane) =>
    requestChanges(lane.flatMap(({ batch }) => batch.entries)).map((change) => ({
      trace_id: lane[0].batch.traceId,
      ...change,
    })),
  );
  const spending = lanes.flatMap((lane) => laneSpending(lane));
  const settled = lanes.flatMap((lane) =>
    settledReservations(lane.flatMap(({ batch }) => batch.entries)).map((id) => ({
      ...{ trace_id: lane[0].batch.traceId, reservation_id: id },
    })),
  );
  return [
    ...[JSON.stringify(laneRecords), entries, JSON.stringify(contents), JSON.stringify(blobReferences)],
    ...[JSON.stringify(requests), JSON.stringify(spending), JSON.stringify(settled), JSON.stringify(owners)],
  ];
}

/** A content of a group by its position, and the trace that stores it. */
type ContentOwner = { readonly trace_id: string; readonly sha256: string; readonly position: number };

/** Returns the contents that appends store, equal ones once: runs that start together all store the same instructions and tool schemas. */
function sharedContents(appends: readonly PendingAppend[]): {
  readonly contents: readonly (BlobRow & { readonly position: number })[];
  readonly owners: readonly ContentOwner[];
} {
  const contents: (BlobRow & { readonly position: number })[] = [];
  const byHash = new Map<string, BlobRow & { readonly position: number }>();
  const owners: ContentOwner[] = [];
  for (const { batch, blobs } of appends)
    for (const blob of blobs) {
      let content = byHash.get(blob.sha256);
      if (content === undefined || !isSameContent(content, blob)) {
        content = { ...blob, position: contents.length };
        contents.push(content);
        byHash.set(blob.sha256, content);
      }
      owners.push({ trace_id: batch.traceId, sha256: blob.sha256, position: content.position });
    }
  return { contents, owners };
}

function isSameContent(one: BlobRow, other: BlobRow): boolean {
  return one.text === other.text && one.media_type === other.media_type && one.encoding === other.encoding;
}

/** The spending of a lane: nothing, or one record. */
function laneSpending(lane: Lane): readonly object[] {
  const spent = spendingOf(lane.flatMap(({ batch }) => batch.entries));
  return spent === null ? [] : [{ trace_id: lane[0].batch.traceId, ...spent }];
}

/** Resolves every append of a lane, or rejects all of them with `failure`. */
function settle(lane: Lane, failure: Error | undefined): void {
  for (const append of lane) {
    if (failure === undefined) append.resolve();
    else append.reject(failure);
  }
}

/** Returns the error for a verdict, or undefined when the lane was committed. */
function verdictError(lane: Lane, verdict: Verdict): GoaltraceError | undefined {
  const { traceId } = lane[0].batch;
  switch (verdict) {
    case "appended":
    case "repeated":
      return undefined;
    case "lease_lost":
      return new GoaltraceError({
        code: "LEASE_LOST",
        message: `This worker no longer holds the lease on trace ${traceId}.`,
        fix: "No action needed: another worker has taken over the run.",
      });
    case "sequence_conflict":
      return sequenceConflict(traceId);
    default:
      return assertNever(verdict);
  }
}

function emptyBatch(): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: "An append needs at least one entry.",
    fix: "Skip empty batches.",
  });
}
