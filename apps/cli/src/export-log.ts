import type { Blob, BlobStore, Entry, Scope, Trace } from "@goaltrace/core";
import { exportLines, ownedBy } from "@goaltrace/core/log";

const HASH = /"([0-9a-f]{64})"/g;

/** The lines of a file that stands by itself: header, the blobs that entries name, entries. What the run continues is part of it (M4). */
export async function exportLog(source: {
  readonly trace: Trace;
  readonly entries: readonly Entry[];
  readonly blobs: BlobStore;
  readonly scope: Scope;
}): Promise<Iterable<string>> {
  const hashes = new Set(
    source.entries.flatMap((entry) =>
      [...JSON.stringify(entry).matchAll(HASH)].map((match) => match[1] ?? ""),
    ),
  );
  const blobs: readonly Blob[] = await source.blobs.getMany(source.scope, [...hashes]);
  return exportLines({
    trace: { ...source.trace, origin: null },
    entries: source.entries.map((entry) => ownedBy(entry, source.trace.id)),
    blobs,
  });
}
