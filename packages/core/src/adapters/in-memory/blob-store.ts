import { writeEntry } from "../../log/upcast.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import { blobKey, keepBlob, type MemoryState } from "./memory-state.ts";

const HASH_TEXT = /"([0-9a-f]{64})"/gu;

/** Blobs in memory. Which entries name a blob is looked up when sweeping, not counted along. */
export function createInMemoryBlobStore(state: MemoryState): BlobStore {
  return {
    async put(scope, blob) {
      keepBlob(state, scope.workspaceId, blob);
    },
    async get(scope, sha256) {
      return state.blobs.get(blobKey(scope.workspaceId, sha256))?.blob;
    },
    async getMany(scope, sha256s) {
      const found = sha256s.map((sha256) => state.blobs.get(blobKey(scope.workspaceId, sha256))?.blob);
      return found.filter((blob) => blob !== undefined);
    },
    async page(scope, sha256, range) {
      const stored = state.blobs.get(blobKey(scope.workspaceId, sha256));
      if (stored === undefined) return undefined;
      const { text } = stored.blob;
      return { text: text.slice(range.offset, range.offset + range.limit), totalLength: text.length };
    },
    async sweep(olderThan) {
      const named = namedBlobs(state);
      let removed = 0;
      for (const [key, stored] of state.blobs) {
        if (stored.createdAt >= olderThan || named.has(key)) continue;
        state.blobs.delete(key);
        removed += 1;
      }
      return removed;
    },
  };
}

function namedBlobs(state: MemoryState): ReadonlySet<string> {
  const named = new Set<string>();
  for (const { trace, entries } of state.traces.values()) {
    for (const entry of entries) {
      for (const match of JSON.stringify(writeEntry(entry)).matchAll(HASH_TEXT)) {
        named.add(blobKey(trace.workspaceId, match[1] ?? ""));
      }
    }
  }
  return named;
}
