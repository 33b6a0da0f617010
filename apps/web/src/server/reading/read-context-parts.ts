import { contextParts } from "@goaltrace/core";
import type { ContextPart, ContextParts, Scope, Tokenizer, TraceStore } from "@goaltrace/core";
import type { Entry, Trace } from "@goaltrace/core/log";
import { readCall } from "./read-call.ts";
import { readLogPages } from "./read-log.ts";

type Reader = { readonly traces: TraceStore; readonly scope: Scope; readonly tokenizer: Tokenizer };

/** More messages than anybody reads in one list; the rest is counted. */
const PARTS_SHOWN = 600;

/** What a call contained, message by message. */
export type ContextReading = ContextParts & {
  /** Messages in front of the first of `parts` that were in the request too. */
  readonly earlier: number;
  readonly cleared: readonly ContextPart[];
  readonly spilled: readonly ContextPart[];
};

/** The messages of the request that an entry belongs to; null when it belongs to none. */
export async function readContextParts(
  reader: Reader,
  trace: Trace,
  sequence: number,
): Promise<ContextReading | null> {
  const call = await readCall(reader, trace, sequence);
  if (call === undefined) return null;
  const entries: Entry[] = [];
  for await (const page of readLogPages(reader, trace, { after: 0, limit: call.story.startedSequence }))
    entries.push(...page);
  const held = contextParts(entries, reader.tokenizer);
  const inState = (kind: ContextPart["state"]["kind"]): readonly ContextPart[] =>
    held.parts.filter((part) => part.state.kind === kind);
  return {
    ...held,
    parts: held.parts.slice(-PARTS_SHOWN),
    earlier: Math.max(0, held.parts.length - PARTS_SHOWN),
    cleared: inState("cleared"),
    spilled: inState("spilled"),
  };
}
