import type { Jobs } from "@goaltrace/core";
import type pg from "pg";
import PgBoss from "pg-boss";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import { LIVE_CHANNEL } from "../live/channel.ts";
import type { Listener } from "../live/listen.ts";
import { isConnectionError, query, transaction, unavailable } from "../sql.ts";
import { RECONCILE_MS } from "../tunables.ts";

const QUEUE = "runs";

export type JobQueue = Jobs & { close(): Promise<void> };

/**
 * Wakes workers: at once through the live channel, through a pg-boss job that outlives a restart, and every two seconds, which also finds
 * the runs whose lease is over. A wake-up too many costs one empty claim.
 */
export function createJobQueue(url: string, pool: pg.Pool, listener: Listener): JobQueue {
  let starting: Promise<PgBoss> | undefined;

  /** pg-boss makes its tables at its first start; a failed start is tried again. */
  function boss(): Promise<PgBoss> {
    starting ??= startAlone(url, pool).catch((error: unknown) => {
      starting = undefined;
      throw isConnectionError(error) ? unavailable(error) : error;
    });
    return starting;
  }

  return {
    async enqueue(job) {
      const started = await boss();
      await started.send(
        QUEUE,
        { traceId: job.traceId, workspaceId: job.workspaceId },
        { singletonKey: job.traceId },
      );
      await query(pool, "select pg_notify($1, $2)", [LIVE_CHANNEL, JSON.stringify({ wake: job.traceId })]);
    },

    async subscribe(onWake) {
      const stopListening = listener.onWake(onWake);
      const timer = setInterval(onWake, RECONCILE_MS);
      const work = boss().then((started) =>
        started.work(QUEUE, { pollingIntervalSeconds: RECONCILE_MS / 1000 }, async () => onWake()),
      );
      // Without pg-boss the timer and the channel still wake.
      work.catch(() => undefined);
      return async () => {
        stopListening();
        clearInterval(timer);
        const worker = await work.catch(() => undefined);
        if (worker !== undefined) await (await boss()).offWork({ id: worker });
      };
    },

    async close() {
      const started = await starting?.catch(() => undefined);
      await started?.stop({ graceful: false, wait: true, timeout: 1_000 });
    },
  };
}

/** Processes that start at the same moment wait for each other: pg-boss deadlocks when two make its tables at once. */
function startAlone(url: string, pool: pg.Pool): Promise<PgBoss> {
  return transaction(pool, async (client) => {
    await query(client, "select pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.startQueue]);
    return start(url);
  });
}

async function start(url: string): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    max: 2,
    schedule: false,
    application_name: "goaltrace-jobs",
  });
  // Lost connections come back by themselves; an unheard error event would end the process.
  boss.on("error", () => undefined);
  await boss.start();
  await boss.createQueue(QUEUE);
  return boss;
}
