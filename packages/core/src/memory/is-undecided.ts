import type { MemoryEntry, MemoryState } from "../ports/memory-store.ts";

/** True if a person may decide so about an entry: a held one is approved or rejected, a rejected one taken back. */
export function isUndecided({ state }: MemoryEntry, decision: Exclude<MemoryState, "held">): boolean {
  return state === "held" || (state === "rejected" && decision === "active");
}
