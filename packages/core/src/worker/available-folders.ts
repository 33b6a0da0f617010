import type { RunPorts } from "../loop/ports.ts";
import { MISSING_FOLDER_LOG_INTERVAL_MS } from "../tunables.ts";

/** The project folders of waiting runs, by whether this machine has them. */
export type FolderAvailability = {
  readonly available: readonly string[];
  readonly missing: readonly string[];
};

/** Returns a function that checks the project folders of waiting runs. Logs each missing folder at most once per interval. */
export function createFolderLookup(
  ports: RunPorts,
  hasFolder: (folder: string) => Promise<boolean>,
): () => Promise<FolderAvailability> {
  const loggedAt = new Map<string, number>();
  const logMissing = (folder: string): void => {
    const now = ports.clock.monotonic();
    if (now - (loggedAt.get(folder) ?? -Infinity) < MISSING_FOLDER_LOG_INTERVAL_MS) return;
    loggedAt.set(folder, now);
    ports.logger.warn("project folder not on this machine; its runs wait for another worker", { folder });
  };
  return async () => {
    const folders = await ports.traces.waitingFolders();
    const isAvailable = await Promise.all(folders.map(hasFolder));
    const missing = folders.filter((_, index) => isAvailable[index] !== true);
    for (const folder of missing) logMissing(folder);
    return { available: folders.filter((_, index) => isAvailable[index] === true), missing };
  };
}
