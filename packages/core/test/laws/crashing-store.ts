import type { Entry } from "../../src/log/entry.ts";
import type { TraceStore } from "../../src/ports/trace-store.ts";

/** Where a process dies: at its n-th append (from 1), with that append lost or committed but never acknowledged. */
export type Crash = { readonly append: number; readonly committed: boolean };

/** What one process sees of the store: from its crash on nothing is written any more. `acknowledged` collects what it was told is durable. */
export function createCrashingStore(
  store: TraceStore,
  crash: Crash | null,
  acknowledged: Entry[],
): TraceStore {
  let appends = 0;
  return {
    ...store,
    async append(batch) {
      appends += 1;
      if (crash !== null && appends > crash.append) throw new Error("the process is dead");
      if (crash?.append === appends) {
        if (crash.committed) await store.append(batch);
        throw new Error("the process died");
      }
      await store.append(batch);
      acknowledged.push(...batch.entries);
    },
  };
}
