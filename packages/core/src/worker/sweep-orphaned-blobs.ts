import type { RunPorts } from "../loop/ports.ts";
import { BLOB_SWEEP_INTERVAL_MS, ORPHAN_BLOB_RETENTION_MS } from "../tunables.ts";

/**
 * Sweeps blobs that nothing names, at once and then every hour until `signal` aborts. Any number of workers may do it: the store lets
 * one at a time. A failed sweep is logged and the next one catches up. Never rejects.
 */
export async function sweepOrphanedBlobs(ports: RunPorts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const swept = await ports.blobs.sweep(ports.clock.now() - ORPHAN_BLOB_RETENTION_MS);
      if (swept > 0) ports.logger.info("swept blobs that nothing names", { count: swept });
    } catch (thrown) {
      ports.logger.warn("blob sweep failed", { error: String(thrown) });
    }
    await ports.clock.sleep(BLOB_SWEEP_INTERVAL_MS, signal).catch(() => undefined);
  }
}
