import { setTimeout as sleep } from "node:timers/promises";
import { type AppendBatch, assertNever, GoaltraceError } from "@goaltrace/core";
import type pg from "pg";
import { readVerdict, type Verdict, type VerdictRow } from "../rows/verdict-row.ts";
import { isRepeatable, unavailable } from "../sql.ts";
import {
  APPEND_RETRY_LIMIT_MS,
  GROUP_FLIGHTS,
  QUEUE_MAX_CHARACTERS,
  RETRY_FIRST_MS,
  RETRY_MAX_MS,
} from "../tunables.ts";
import { createAppendQueue, type Lane, prepareAppend } from "./append-queue.ts";
import { GROUP_STATEMENT } from "./group-statement.ts";
import { keepStatement, type KeptStatement } from "./kept-statement.ts";
import { isGapFree, sequenceConflict } from "./sequence-check.ts";
import { waitOf } from "../rows/trace-row.ts";
import { projectedFacts } from "./trace-facts.ts";

export type GroupCommit = {
  /** Resolves after commit. Errors: as `TraceStore.append`, and DATABASE_UNAVAILABLE when the database stays away. */
  append(batch: AppendBatch): Promise<void>;
  /** Waits for what is queued. */
  close(): Promise<void>;
};

/**
 * Appends of all the runs of a process, gathered into one statement per commit. While one group is being written, the next one gathers: no
 * time is spent waiting for company. A group whose connection breaks is sent again as it was; what had been committed is recognised by the
 * id of its last entry and never inserted twice.
 */
export function createGroupCommit(pool: pg.Pool, retryLimitMs: number = APPEND_RETRY_LIMIT_MS): GroupCommit {
  const queue = createAppendQueue();
  const flights = new Set<Promise<void>>();
  const statement = keepStatement(pool, "group_commit", GROUP_STATEMENT);

  function launch(): void {
    while (flights.size < GROUP_FLIGHTS && !queue.isEmpty()) {
      const lanes = queue.take();
      if (lanes.length === 0) return;
      const flight = settle(statement, lanes, retryLimitMs).finally(() => {
        flights.delete(flight);
        queue.done(lanes);
        launch();
      });
      flights.add(flight);
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
        // Everything that is appended in this turn of the event loop travels together.
        queueMicrotask(launch);
      });
    },
    async close() {
      while (flights.size > 0 || !queue.isEmpty()) {
        launch();
        await Promise.allSettled([...flights]);
      }
      statement.close();
    },
  };
}

/** Commits a group and tells everybody who waits for it. Never rejects. */
async function settle(statement: KeptStatement, lanes: readonly Lane[], retryLimitMs: number): Promise<void> {
  try {
    const rows = await commit(statement, lanes, retryLimitMs);
    const verdicts = new Map(rows.map((row) => [row.position, row.verdict]));
    lanes.forEach((lane, position) => answer(lane, failureFor(lane, verdicts.get(position) ?? "lease_lost")));
  } catch (error) {
    // One lane that PostgreSQL refuses must not take the others with it.
    if (lanes.length > 1 && !(error instanceof GoaltraceError)) {
      for (const lane of lanes) await settle(statement, [lane], retryLimitMs);
      return;
    }
    for (const lane of lanes) answer(lane, error instanceof Error ? error : new Error(String(error)));
  }
}

async function commit(
  statement: KeptStatement,
  lanes: readonly Lane[],
  retryLimitMs: number,
): Promise<readonly VerdictRow[]> {
  const values = parametersOf(lanes);
  const startedAt = performance.now();
  for (let pause = RETRY_FIRST_MS; ; pause = Math.min(pause * 2, RETRY_MAX_MS)) {
    try {
      return (await statement.run(values)).map(readVerdict);
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      if (performance.now() - startedAt > retryLimitMs) throw unavailable(error);
      await sleep(pause);
    }
  }
}

function parametersOf(lanes: readonly Lane[]): string[] {
  const heads = lanes.map((lane, position) => {
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
      ...waitOf(last.batch.projection),
      ...projectedFacts(last.batch.projection),
      tools: [...new Set(lane.flatMap((append) => append.facts.tools))],
      loops: lane.reduce((sum, append) => sum + append.facts.loops, 0),
    };
  });
  const appends = lanes.flat();
  const entries = `[${appends.map((append) => append.records).join(",")}]`;
  const blobs = appends.flatMap((append) =>
    append.blobs.map((blob) => ({ trace_id: append.batch.traceId, ...blob })),
  );
  const names = appends.flatMap((append) =>
    Array.from(append.names, (sha256) => ({ trace_id: append.batch.traceId, sha256 })),
  );
  return [JSON.stringify(heads), entries, JSON.stringify(blobs), JSON.stringify(names)];
}

function answer(lane: Lane, failure: Error | undefined): void {
  for (const append of lane) {
    if (failure === undefined) append.resolve();
    else append.reject(failure);
  }
}

function failureFor(lane: Lane, verdict: Verdict): GoaltraceError | undefined {
  const { traceId } = lane[0].batch;
  switch (verdict) {
    case "appended":
    case "repeated":
      return undefined;
    case "lease_lost":
      return new GoaltraceError({
        code: "LEASE_LOST",
        message: `The lease on trace ${traceId} is no longer held.`,
        fix: "Nothing to do: another worker has taken the run over and goes on with it.",
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
    fix: "Append when there is something to append.",
  });
}
