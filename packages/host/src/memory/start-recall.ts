import type { Trace } from "@goaltrace/core/log";
import { createPendingRecall, type MemoryFinder, RECALL_CHOICE, searchForTurn } from "@goaltrace/core/memory";
import type { Clock, Logger, MemoryStore, PendingRecall, RecalledEntries } from "@goaltrace/core/ports";

export type RecallParts = {
  readonly store: Pick<MemoryStore, "noteRecall">;
  readonly finder: MemoryFinder;
  readonly clock: Pick<Clock, "now">;
  readonly logger: Pick<Logger, "warn">;
  /** Whether a model chooses among what the ranking left out. @default false */
  readonly canChoose?: boolean;
};

/**
 * Searches memory for the text of a turn while its run is being set up. A run that continues has searched before. If the search fails, the run works
 * without it.
 */
export function startRecall(
  { store, finder, clock, logger, canChoose = false }: RecallParts,
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
  const most = canChoose ? RECALL_CHOICE.candidates : undefined;
  if (startedAt === null)
    searchForTurn(finder, { scope, traceId: id, text: task }, most).then((result) => {
      found = result;
    }, warn);
  const recall = createPendingRecall(() => found, { task, now: () => clock.now(), canChoose });
  const note = (memories: RecalledEntries["memories"]): void => {
    if (memories.length > 0) store.noteRecall(scope, id, memories).catch(warn);
  };
  const { choice } = recall;
  return {
    take(inContext, calledTools) {
      const taken = recall.take(inContext, calledTools);
      note(taken?.memories ?? []);
      return taken;
    },
    ...(choice && {
      choice: {
        ...choice,
        read(answer, inContext) {
          const read = choice.read(answer, inContext);
          if (read.ok) note(read.recalled.memories);
          return read;
        },
      },
    }),
  };
}
