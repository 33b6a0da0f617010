import { proposeTidying } from "@goaltrace/core/memory";
import type { Clock, Logger } from "@goaltrace/core/ports";
import type { Database } from "@goaltrace/db";
import { MEMORY_EXAMINED, MEMORY_EXAMINED_EVERY_MS, MEMORY_REST_MS } from "../tunables.ts";

type ExaminationParts = {
  readonly database: Pick<Database, "memories" | "memorySearch" | "memoryExaminations">;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "warn">;
};

/**
 * Examines people's entries in the background, until `signal` aborts, for those that may be merged, corrected or retired. It only notes which entries
 * proposals are about; a person decides. Any number of workers may run it. Failures are logged. Never rejects.
 */
export async function examineMemories(parts: ExaminationParts, signal: AbortSignal): Promise<void> {
  const { clock, logger } = parts;
  while (!signal.aborted) {
    let isDone = true;
    try {
      isDone = !(await examineNext(parts));
    } catch (thrown) {
      logger.warn("memory was not examined", { error: String(thrown) });
    }
    if (isDone) await clock.sleep(MEMORY_REST_MS, signal).catch(() => undefined);
  }
}

/** Examines the entries of one person. Returns false if no one's entries are due. */
export async function examineNext({
  database: { memories, memorySearch, memoryExaminations },
  clock,
}: Pick<ExaminationParts, "database" | "clock">): Promise<boolean> {
  const now = clock.now();
  const due = await memoryExaminations.takeDue(now - MEMORY_EXAMINED_EVERY_MS);
  if (due === undefined) return false;
  // Comparing very many takes the process minutes; they are left to search.
  if ((await memorySearch.count(due)) > MEMORY_EXAMINED) return true;
  const [entries, dismissed] = await Promise.all([memories.list(due), memories.dismissed(due)]);
  const proposals = proposeTidying(entries, { now, dismissed });
  const ids = new Set(proposals.flatMap((proposal) => proposal.entries.map(({ id }) => id)));
  await memoryExaminations.save(due, due.revision, [...ids]);
  return true;
}
