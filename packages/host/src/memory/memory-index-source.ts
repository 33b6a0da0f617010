import type { Trace } from "@goaltrace/core/log";
import { indexLines } from "@goaltrace/core/memory";
import type { MemoryIndexSource } from "@goaltrace/core/ports";
import type { RecallParts } from "./start-recall.ts";

type Lines = Awaited<ReturnType<MemoryIndexSource["reload"]>>;

/** Reads the index of memory while a run is being set up. A run whose memory cannot be read works without it. */
export function memoryIndexSource(
  { finder, logger }: Pick<RecallParts, "finder" | "logger">,
  { id: traceId, workspaceId, personId }: Pick<Trace, "id" | "workspaceId" | "personId">,
): MemoryIndexSource {
  const read = async (): Promise<Lines> => {
    try {
      return indexLines(await finder.all({ workspaceId, personId }, traceId));
    } catch (thrown) {
      logger.warn("the index of memory was not read", { traceId, error: String(thrown) });
      return [];
    }
  };
  let lines: Lines | null = null;
  read().then(
    (result) => {
      lines = result;
    },
    () => undefined,
  );
  return { ready: () => lines, reload: read };
}
