import type { RunPorts } from "../loop/ports.ts";
import { MISSING_FOLDER_TOLD_MS } from "../tunables.ts";

/** Of the folders that waiting runs need, those that are here and those that are not. */
export type WantedFolders = { readonly here: readonly string[]; readonly missing: readonly string[] };

/** What is missing is told in the worker's log now and then, because such a run waits for a worker that has it (O6). */
export function createFolderWatch(
  ports: RunPorts,
  hasFolder: (folder: string) => Promise<boolean>,
): () => Promise<WantedFolders> {
  const toldAt = new Map<string, number>();
  const tell = (folder: string): void => {
    const now = ports.clock.now();
    if (now - (toldAt.get(folder) ?? -Infinity) < MISSING_FOLDER_TOLD_MS) return;
    toldAt.set(folder, now);
    ports.logger.warn("runs wait for a worker that has their project folder; this one has not", { folder });
  };
  return async () => {
    const waiting = await ports.traces.waitingFolders();
    const found = await Promise.all(waiting.map(hasFolder));
    const missing = waiting.filter((_, index) => found[index] !== true);
    for (const folder of missing) tell(folder);
    return { here: waiting.filter((_, index) => found[index] === true), missing };
  };
}
