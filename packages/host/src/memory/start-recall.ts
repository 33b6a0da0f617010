import type { Trace } from "@goaltrace/core/log";
import { type MemoryFinder, searchForTurn, toRecalledEntries } from "@goaltrace/core/memory";
import type { Clock, Logger, MemoryStore, PendingRecall } from "@goaltrace/core/ports";

export type RecallParts = {
  readonly store: Pick<MemoryStore, "noteRecall">;
  readonly finder: MemoryFinder;
  readonly clock: Pick<Clock, "now">;
  readonly logger: Pick<Logger, "warn">;
};

/**
 * Searches memory for the text of a turn while its run is being set up. A run that continues has searched before. If the search fails, the run works
 * without it.
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
  let found: Awaited<ReturnType<typeof searchForTurn>> = [];
  if (startedAt === null)
    searchForTurn(finder, { scope, traceId: id, text: task }).then((result) => {
      found = result;
    }, warn);
  return {
    take(inContext) {
      const taken = toRecalledEntries(found, clock.now(), inContext);
      found = [];
      if (taken !== null && taken.memories.length > 0)
        store.noteRecall(scope, id, taken.memories).catch(warn);
      return taken;
    },
  };
}
