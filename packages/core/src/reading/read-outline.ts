import type { LogSegment } from "../log/fork.ts";
import { createOutlineWriter } from "../log/pack-outline.ts";
import type { OutlineEntry } from "../log/outline.ts";
import type { Trace } from "../log/trace.ts";
import { OUTLINE_PAGE_ENTRIES } from "../tunables.ts";
import type { LogReader } from "./log-reader.ts";
import { readSegments } from "./read-log.ts";
import { untilDisconnected } from "./until-disconnected.ts";

/**
 * Yields the resolved log without its contents, in pages, up to the last entry known to `trace`. Fetches the next page while the current
 * one is processed, so at most two are in memory. Errors: as `resolveLog`.
 */
async function* readOutlinePages(reader: LogReader, trace: Trace): AsyncGenerator<readonly OutlineEntry[]> {
  const ranges = (await readSegments(reader, trace)).flatMap(toPageRanges);
  const read = async (index: number): Promise<readonly OutlineEntry[]> => {
    const range = ranges[index];
    return range === undefined ? [] : reader.traces.outline(reader.scope, range.traceId, range);
  };
  let next = read(0);
  for (let index = 0; index < ranges.length; index += 1) {
    const page = await next;
    next = read(index + 1);
    // A failed read is reported when its page is awaited, which does not happen if the caller stops earlier.
    next.catch(() => undefined);
    yield page;
  }
}

/** Returns the resolved log without its contents, and the last sequence read. Errors: as `resolveLog`. */
export async function readOutline(
  reader: LogReader,
  trace: Trace,
): Promise<{ readonly entries: readonly OutlineEntry[]; readonly lastSequence: number }> {
  const entries: OutlineEntry[] = [];
  for await (const page of readOutlinePages(reader, trace)) for (const entry of page) entries.push(entry);
  return { entries, lastSequence: trace.lastSequence };
}

/**
 * Like `readOutline`, packed into text for `readPackedOutline`: one value, because serializing every entry separately takes longer than
 * building the text. Errors: CANCELLED once `signal` aborts, otherwise as `resolveLog`.
 */
export async function readOutlineText(
  reader: LogReader,
  trace: Trace,
  signal?: AbortSignal,
): Promise<{ readonly packed: string; readonly lastSequence: number }> {
  const writer = createOutlineWriter();
  for await (const page of untilDisconnected(readOutlinePages(reader, trace), signal)) writer.add(page);
  return { packed: writer.text(), lastSequence: trace.lastSequence };
}

type PageRange = { readonly traceId: string; readonly after: number; readonly until: number };

function toPageRanges({ traceId, from, to }: LogSegment): readonly PageRange[] {
  return Array.from({ length: Math.ceil((to - from + 1) / OUTLINE_PAGE_ENTRIES) }, (_, index) => {
    const after = from - 1 + index * OUTLINE_PAGE_ENTRIES;
    return { traceId, after, until: Math.min(to, after + OUTLINE_PAGE_ENTRIES) };
  });
}
