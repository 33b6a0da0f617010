import type { RunPorts } from "../loop/ports.ts";
import { MISSING_FOLDER_TOLD_MS } from "../tunables.ts";

/** The folders that waiting runs need, by whether this machine has them. */
export type WantedFolders = { readonly available: readonly string[]; readonly missing: readonly string[] };

/** Returns a function that looks up the wanted folders. Missing ones are logged now and then: their runs wait for a worker that has them. */
export function createFolderWatch(
  ports: RunPorts,
  hasFolder: (folder: string) => Promise<boolean>,
): () => Promise<WantedFolders> {
  const loggedAt = new Map<string, number>();
  const logMissing = (folder: string): void => {
    const now = ports.clock.now();
    if (now - (loggedAt.get(folder) ?? -Infinity) < MISSING_FOLDER_TOLD_MS) return;
    loggedAt.set(folder, now);
    ports.logger.warn("runs wait for a worker that has their project folder; this one has not", { folder });
  };
  return async () => {
    const wanted = await ports.traces.waitingFolders();
    const found = await Promise.all(wanted.map(hasFolder));
    const missing = wanted.filter((_, index) => found[index] !== true);
    for (const folder of missing) logMissing(folder);
    return { available: wanted.filter((_, index) => found[index] === true), missing };
  };
}
