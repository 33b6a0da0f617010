import { writeEntry } from "../../log/upcast.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import { blobKey, storeBlob, type MemoryState } from "./memory-state.ts";

const HASH_TEXT = /"([0-9a-f]{64})"/gu;

/** Creates an in-memory blob store. The sweep searches all entries for references; there is no reference count. */
export function createInMemoryBlobStore(state: MemoryState): BlobStore {
  return {
    async put(scope, blob) {
      storeBlob(state, scope.workspaceId, blob);
    },
    async get(scope, sha256) {
      return state.blobs.get(blobKey(scope.workspaceId, sha256))?.blob;
    },
    async getMany(scope, sha256s) {
      const blobs = sha256s.map((sha256) => state.blobs.get(blobKey(scope.workspaceId, sha256))?.blob);
      return blobs.filter((blob) => blob !== undefined);
    },
    async page(scope, sha256, range) {
      const stored = state.blobs.get(blobKey(scope.workspaceId, sha256));
      if (stored === undefined) return undefined;
      const { text } = stored.blob;
      return { text: text.slice(range.offset, range.offset + range.limit), totalLength: text.length };
    },
    async sweep(olderThan) {
      const referenced = referencedBlobs(state);
      let removed = 0;
      for (const [key, stored] of state.blobs) {
        if (stored.createdAt >= olderThan || referenced.has(key)) continue;
        state.blobs.delete(key);
        removed += 1;
      }
      return removed;
    },
  };
}

function referencedBlobs(state: MemoryState): ReadonlySet<string> {
  const referenced = new Set<string>();
  for (const { trace, entries } of state.traces.values()) {
    for (const entry of entries) {
      for (const match of JSON.stringify(writeEntry(entry)).matchAll(HASH_TEXT)) {
        referenced.add(blobKey(trace.workspaceId, match[1] ?? ""));
      }
    }
  }
  return referenced;
}
