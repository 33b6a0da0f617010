import type { Trace } from "@goaltrace/core/log";
import { type MemoryFinder, recallEntries } from "@goaltrace/core/memory";
import type { Clock, Logger, MemoryStore, PendingRecall, RecalledEntries } from "@goaltrace/core/ports";

export type RecallParts = {
  readonly store: Pick<MemoryStore, "noteRecall">;
  readonly finder: MemoryFinder;
  readonly clock: Pick<Clock, "now">;
  readonly logger: Pick<Logger, "warn">;
};

/**
 * Searches memory for the text of a turn while its run is being set up. A run that continues has searched before. A search that fails finds
 * nothing: the run does its work without it.
 */
export function startRecall(
  { store, finder, clock, logger }: RecallParts,
  {
    id,
    workspaceId,
    personId,
    task,
    startedAt,
  }: Pick<Trace, "id" | "workspaceId" | "personId" | "task" | "startedAt">,
): PendingRecall {
  const scope = { workspaceId, personId };
  const warn = (thrown: unknown): void => {
    logger.warn("memory was not searched", { traceId: id, error: String(thrown) });
  };
  let found: RecalledEntries | null = null;
  if (startedAt === null)
    recallEntries(finder, { scope, traceId: id, text: task }, clock.now()).then((result) => {
      found = result;
    }, warn);
  return {
    take() {
      const taken = found;
      found = null;
      if (taken !== null && taken.memories.length > 0)
        store.noteRecall(scope, id, taken.memories).catch(warn);
      return taken;
    },
  };
}
