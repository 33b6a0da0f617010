import type { BlobStore } from "../../ports/blob-store.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Jobs } from "../../ports/jobs.ts";
import type { LiveFeed } from "../../ports/live-feed.ts";
import { callsEndedBy } from "../../log/calls-ended.ts";
import type { SignalStore, TraceStore } from "../../ports/trace-store.ts";
import { createSystemClock } from "../system/clock.ts";
import { createInMemoryBlobStore } from "./blob-store.ts";
import { createInMemoryJobs } from "./jobs.ts";
import { createInMemoryLiveFeed } from "./live-feed.ts";
import { createMemoryState } from "./memory-state.ts";
import { createInMemorySignalStore } from "./signal-store.ts";
import { createInMemoryTraceStore } from "./trace-store.ts";

export type InMemoryStores = {
  readonly traces: TraceStore;
  readonly blobs: BlobStore;
  readonly signals: SignalStore;
  readonly live: LiveFeed;
  readonly jobs: Jobs;
};

/** Creates stores that share one memory, as they would share a database. Leases use `clock`, by default the system clock. */
export function createInMemoryStores(clock: Clock = createSystemClock()): InMemoryStores {
  const state = createMemoryState(clock);
  const traces = createInMemoryTraceStore(state);
  const live = createInMemoryLiveFeed(state);
  const jobs = createInMemoryJobs();
  return {
    traces: {
      ...traces,
      async append(batch) {
        await traces.append(batch);
        live.forget(batch.traceId, callsEndedBy(batch.entries));
      },
    },
    blobs: createInMemoryBlobStore(state),
    signals: createInMemorySignalStore(state, jobs.wake),
    live,
    jobs,
  };
}
