import type { Jobs } from "@goaltrace/core/ports";
import type pg from "pg";
import { LIVE_CHANNEL } from "../live/channel.ts";
import type { Listener } from "../live/listen.ts";
import { writeWake } from "../live/wire.ts";
import { query } from "../sql.ts";
import { createBatch } from "../batch.ts";
import { RECONCILE_MS, STARTS_MAX_BATCH } from "../tunables.ts";

/**
 * Wakes workers: immediately through the live channel, and every two seconds to find runs with an expired lease, runs whose wake time has
 * passed and runs whose wake-up was lost. An unnecessary wake-up costs one empty claim.
 */
export function createJobQueue(pool: pg.Pool, listener: Listener): Jobs {
  // A wake-up says only that there is work, so one is enough for many jobs.
  const wake = createBatch<string, void>({
    most: STARTS_MAX_BATCH,
    run: async (traceIds) => {
      await query(pool, "select pg_notify($1, $2)", [LIVE_CHANNEL, writeWake(traceIds[0] ?? "")]);
      return traceIds.map(() => undefined);
    },
  });
  return {
    enqueue: async ({ traceId }) => await wake(traceId),

    async subscribe(onWake) {
      const stopListening = listener.onWake(onWake);
      const timer = setInterval(onWake, RECONCILE_MS);
      return async () => {
        stopListening();
        clearInterval(timer);
      };
    },
  };
}
