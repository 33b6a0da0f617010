import { expect } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import type { RunEventType } from "../../src/log/run-event.ts";
import type { AppendBatch, TraceStore } from "../../src/ports/trace-store.ts";
import type { run } from "../../src/run.ts";

/**
 * The point of death: at the n-th append (from 1) or that of an event, with the batch lost or committed but never acknowledged; or when a
 * tool has run.
 */
export type Crash =
  | { readonly append: number; readonly committed: boolean }
  | { readonly event: RunEventType; readonly committed: boolean }
  | { readonly result: string };

/** The store of one process: after its crash nothing is written. `acknowledged` collects the entries confirmed as durable. */
export function createCrashingStore(
  store: TraceStore,
  crash: Crash | null,
  acknowledged: Entry[],
): TraceStore {
  let appends = 0;
  let dead = false;
  const isFatal = (batch: AppendBatch): boolean => {
    if (crash === null) return false;
    if ("append" in crash) return appends === crash.append;
    if ("event" in crash)
      return batch.entries.some((entry) => entry.kind === "event" && entry.type === crash.event);
    return batch.entries.some(
      (entry) =>
        entry.kind === "message" &&
        entry.role === "tool" &&
        entry.toolName === crash.result &&
        entry.outcome === "ok",
    );
  };
  return {
    ...store,
    async append(batch) {
      appends += 1;
      if (dead) throw new Error("the process is dead");
      if (isFatal(batch)) {
        dead = true;
        if (crash !== null && "committed" in crash && crash.committed) await store.append(batch);
        throw new Error("the process died");
      }
      await store.append(batch);
      acknowledged.push(...batch.entries);
    },
  };
}

/** Follows a run until it ends or its process dies. Any other error fails the test. */
export async function runToDeath(updates: ReturnType<typeof run>): Promise<void> {
  try {
    for await (const update of updates) void update;
  } catch (thrown) {
    expect(String(thrown)).toContain("the process");
  }
}
