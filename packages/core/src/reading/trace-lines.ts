import { buildTraceTree, type TraceTree } from "../log/trace-tree.ts";
import type { Trace } from "../log/trace.ts";
import { withTraceId } from "../log/upcast.ts";
import { exportLines } from "./jsonl.ts";
import type { ContentReader } from "./log-reader.ts";
import { readLogPages } from "./read-log.ts";

const HASH = /\b[0-9a-f]{64}\b/g;

/**
 * Yields the lines of a self-contained export: the run, then the runs below it, oldest first, so that each parent is before its children.
 * Errors: as `resolveLog`.
 */
export async function* traceLines(reader: ContentReader, trace: Trace): AsyncGenerator<string, void> {
  yield* ownLines(reader, trace);
  const family = await reader.traces.family(reader.scope, trace.rootId);
  if (family.length < 2) return;
  for (const { trace: child } of descendants(buildTraceTree(trace, family))) yield* ownLines(reader, child);
}

/** Returns the trees below a tree, each parent before its children. */
function descendants({ children }: TraceTree): readonly TraceTree[] {
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/**
 * Yields the lines of one run: the header, then pages of entries, each page after the blobs it references first. Entries of continued runs are
 * part of the file, as if the run had started there, so the file imports where the original is missing. Erased blobs are omitted. Holds one
 * page of entries and its blobs at a time.
 */
async function* ownLines(reader: ContentReader, trace: Trace): AsyncGenerator<string, void> {
  const whole: Trace = { ...trace, origin: null };
  yield* exportLines({ trace: whole, blobs: [], entries: [] });
  const written = new Set<string>();
  for await (const page of readLogPages(reader, trace)) {
    const entries = page.map((entry) => withTraceId(entry, trace.id));
    const hashes = [...new Set(JSON.stringify(entries).match(HASH))].filter((hash) => !written.has(hash));
    for (const hash of hashes) written.add(hash);
    const blobs = await reader.blobs.getMany(reader.scope, hashes);
    const [, ...lines] = exportLines({ trace: whole, blobs, entries });
    yield* lines;
  }
}

/** Yields the exports of several traces in sequence, as one file. Omits traces outside the scope. */
export async function* manyTraceLines(
  reader: ContentReader,
  traceIds: readonly string[],
): AsyncGenerator<string, void> {
  for (const traceId of traceIds) {
    const trace = await reader.traces.get(reader.scope, traceId);
    if (trace !== undefined) yield* traceLines(reader, trace);
  }
}
