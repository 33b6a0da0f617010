import type { RunPorts } from "../loop/ports.ts";
import { MISSING_FOLDER_LOG_INTERVAL_MS } from "../tunables.ts";

/** The folders that waiting runs need, by whether this machine has them. */
export type FolderAvailability = {
  readonly available: readonly string[];
  readonly missing: readonly string[];
};

/** Returns a function that looks up the wanted folders. Missing ones are logged now and then: their runs wait for a worker that has them. */
export function createFolderLookup(
  ports: RunPorts,
  hasFolder: (folder: string) => Promise<boolean>,
): () => Promise<FolderAvailability> {
  const loggedAt = new Map<string, number>();
  const logMissing = (folder: string): void => {
    const now = ports.clock.now();
    if (now - (loggedAt.get(folder) ?? -Infinity) < MISSING_FOLDER_LOG_INTERVAL_MS) return;
    loggedAt.set(folder, now);
    ports.logger.warn("runs wait for a worker that has their project folder; this one has not", { folder });
  };
  return async () => {
    const wanted = await ports.traces.waitingFolders();
    const isAvailable = await Promise.all(wanted.map(hasFolder));
    const missing = wanted.filter((_, index) => isAvailable[index] !== true);
    for (const folder of missing) logMissing(folder);
    return { available: wanted.filter((_, index) => isAvailable[index] === true), missing };
  };
}
