import { type ContextPart, type ContextParts, contextParts } from "../compaction/context-parts.ts";
import type { Trace } from "../log/trace.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import { CONTEXT_PARTS_SHOWN } from "../tunables.ts";
import type { LogReader } from "./log-reader.ts";
import { readCall } from "./read-call.ts";
import { readEntries } from "./read-log.ts";

/** The messages of a call's request: the last ones in `parts`, and separately those in shortened form. */
export type ContextReading = ContextParts & {
  /** Messages of the request before the first of `parts`. */
  readonly earlier: number;
  readonly cleared: readonly ContextPart[];
  readonly spilled: readonly ContextPart[];
};

/**
 * Returns the messages of the request that an entry belongs to; null when there is none. Reads the log up to that request into memory,
 * because the view needs it. Errors: as `resolveLog`.
 */
export async function readContextParts(
  reader: LogReader & { readonly tokenizer: Tokenizer },
  trace: Trace,
  sequence: number,
): Promise<ContextReading | null> {
  const call = await readCall(reader, trace, sequence);
  if (call === undefined) return null;
  const entries = await readEntries(reader, trace, { after: 0, limit: call.story.startedSequence });
  const all = contextParts(entries, reader.tokenizer);
  const withState = (kind: ContextPart["state"]["kind"]): readonly ContextPart[] =>
    all.parts.filter((part) => part.state.kind === kind);
  return {
    ...all,
    parts: all.parts.slice(-CONTEXT_PARTS_SHOWN),
    earlier: Math.max(0, all.parts.length - CONTEXT_PARTS_SHOWN),
    cleared: withState("cleared"),
    spilled: withState("spilled"),
  };
}
