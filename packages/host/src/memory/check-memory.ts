import type { Trace } from "@goaltrace/core/log";
import { checkShown } from "@goaltrace/core/memory";
import type { MemoryCheck } from "@goaltrace/core/ports";
import type { RecallParts } from "./start-recall.ts";

/** Compares what the context of a run shows with memory. Entries that a recall shows instead count as recalled by the run. */
export function checkMemory(
  { store, finder, clock, logger }: RecallParts,
  { id: traceId, workspaceId, personId }: Pick<Trace, "id" | "workspaceId" | "personId">,
): MemoryCheck {
  const scope = { workspaceId, personId };
  return {
    async outdated(shown) {
      const texts = await checkShown(finder, { scope, traceId, shown }, clock.now());
      const instead = texts.flatMap(({ memories }) => memories);
      if (instead.length > 0)
        store.noteRecall(scope, traceId, instead).catch((thrown: unknown) => {
          logger.warn("a recall was not counted", { traceId, error: String(thrown) });
        });
      return texts;
    },
  };
}
