import { contextCuts, type ContextCuts } from "../compaction/context-cuts.ts";
import { contextParts } from "../compaction/context-parts.ts";
import type { Trace } from "../log/trace.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import { CONTEXT_PARTS_SHOWN } from "../tunables.ts";
import type { LogReader } from "./log-reader.ts";
import { readCall } from "./read-call.ts";
import { readEntries } from "./read-log.ts";

/** The largest cuts, with the number and the tokens of all of them. */
export type CutsReading = ContextCuts & { readonly count: number; readonly cutTokens: number };

/**
 * Returns the messages that were cut between the previous call and the call that an entry belongs to; null for an entry outside any call
 * and for a first call. Reads the log up to the call into memory, because the view needs it. Errors: as `resolveLog`.
 */
export async function readCuts(
  reader: LogReader & { readonly tokenizer: Tokenizer },
  trace: Trace,
  sequence: number,
): Promise<CutsReading | null> {
  const call = await readCall(reader, trace, sequence);
  if (call === undefined || call.previous === null) return null;
  const { startedSequence } = call.previous;
  const entries = await readEntries(reader, trace, { after: 0, limit: call.story.startedSequence });
  const earlier = entries.filter((entry) => entry.sequence <= startedSequence);
  const { cuts, addedTokens } = contextCuts(
    contextParts(earlier, reader.tokenizer),
    contextParts(entries, reader.tokenizer),
  );
  const cutTokens = cuts.reduce((sum, cut) => sum + cut.beforeTokens - cut.afterTokens, 0);
  return { cuts: cuts.slice(0, CONTEXT_PARTS_SHOWN), addedTokens, count: cuts.length, cutTokens };
}
