import type { RunPorts } from "../loop/ports.ts";
import { BLOB_SWEEP_INTERVAL_MS, ORPHAN_BLOB_RETENTION_MS } from "../tunables.ts";

/**
 * Deletes blobs that no entry references, now and then every hour, until `signal` aborts. Any number of workers may run it; the store admits
 * one sweep at a time. A failed sweep is logged and the next one catches up. Never rejects.
 */
export async function sweepOrphanedBlobs(ports: RunPorts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const swept = await ports.blobs.sweep(ports.clock.now() - ORPHAN_BLOB_RETENTION_MS);
      if (swept > 0) ports.logger.info("orphaned blobs deleted", { count: swept });
    } catch (thrown) {
      ports.logger.warn("blob sweep failed", { error: String(thrown) });
    }
    await ports.clock.sleep(BLOB_SWEEP_INTERVAL_MS, signal).catch(() => undefined);
  }
}
