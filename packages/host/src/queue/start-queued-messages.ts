import type { Runtime } from "../runtime.ts";
import { QUEUE_SWEEP_INTERVAL_MS } from "../tunables.ts";
import { startQueuedMessage } from "./start-queued-message.ts";

/**
 * Starts the turns of queued messages when the runs before them complete, until `signal` aborts. Notices of completed runs wake it; a regular
 * sweep finds what a lost notice or a dead process left. Failures are logged. Never rejects.
 */
export async function startQueuedMessages(runtime: Runtime, signal: AbortSignal): Promise<void> {
  const { database, clock, logger } = runtime;
  let woken = new AbortController();
  const unsubscribe = database.live.subscribe("all", (notice) => {
    if (notice.kind === "committed" && notice.status === "completed") woken.abort();
  });
  try {
    while (!signal.aborted) {
      woken = new AbortController();
      await sweep(runtime).catch((thrown: unknown) => {
        logger.warn("queued messages could not be started", { error: String(thrown) });
      });
      await clock
        .sleep(QUEUE_SWEEP_INTERVAL_MS, AbortSignal.any([signal, woken.signal]))
        .catch(() => undefined);
    }
  } finally {
    unsubscribe();
  }
}

async function sweep(runtime: Runtime): Promise<void> {
  for (const message of await runtime.database.queue.claimDue()) await startQueuedMessage(runtime, message);
}
