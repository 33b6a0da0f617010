import { performance } from "node:perf_hooks";
import type { Clock, HttpTransport } from "@goaltrace/core/ports";
import { ACTIVE_WORKSPACE_MS, READING_BURST_MS, READING_MAX_WAIT_MS } from "../tunables.ts";

/** Shares the time in which a process reads the answers of models between workspaces. */
export type FairReading = {
  /** Notes that a run of a workspace needs a model. */
  note(workspaceId: string): void;
  /** Counts the time that reading for a workspace took, in milliseconds. Returns for how long its stream must pause; 0 if it need not. */
  take(workspaceId: string, milliseconds: number): number;
};

/** The recent reading of a workspace. */
type Reader = {
  /** When it last needed a model. */
  notedAt: number;
  /** When what it read would have been read within its part. */
  due: number;
};

/**
 * Creates the sharing of a process. While `freeShare` is 1, or only one workspace has runs, nobody pauses. Otherwise the workspaces with runs may each read for the
 * same part of `freeShare`, so that those pause that read most, and the starts and steps of all others find the process free.
 */
export function createFairReading(
  { monotonic }: Pick<Clock, "monotonic">,
  freeShare: () => number,
): FairReading {
  const readers = new Map<string, Reader>();

  function find(workspaceId: string, now: number): Reader {
    const reader = readers.get(workspaceId) ?? { notedAt: now, due: now };
    readers.set(workspaceId, reader);
    return reader;
  }

  function forgetIdle(now: number): void {
    for (const [workspaceId, { notedAt, due }] of readers)
      if (notedAt <= now - ACTIVE_WORKSPACE_MS && due <= now) readers.delete(workspaceId);
  }

  return {
    note(workspaceId) {
      const now = monotonic();
      find(workspaceId, now).notedAt = now;
      forgetIdle(now);
    },
    take(workspaceId, milliseconds) {
      const share = freeShare();
      const now = monotonic();
      const reader = find(workspaceId, now);
      if (share === 1 || readers.size === 1) {
        reader.due = now;
        return 0;
      }
      reader.due = Math.max(reader.due, now) + (milliseconds * readers.size) / share;
      return Math.max(0, Math.min(READING_MAX_WAIT_MS, reader.due - now - READING_BURST_MS));
    },
  };
}

/** Returns a transport whose answers are read in the share of a workspace. `elapsed` is a clock in milliseconds with fractions. */
export function fairTransport(
  { transport, clock, reading }: FairParts,
  workspaceId: string,
  elapsed: () => number = () => performance.now(),
): HttpTransport {
  return {
    send: async (request) => {
      const answer = await transport.send(request);
      return {
        ...answer,
        read: async (take) =>
          await answer.read((bytes) => {
            const startedAt = elapsed();
            const taken = take(bytes);
            const waitMs = reading.take(workspaceId, elapsed() - startedAt);
            if (taken === false || waitMs === 0) return taken;
            const waited = clock.sleep(waitMs, request.signal);
            return Promise.all([taken, waited]).then(([wantsMore]) => wantsMore);
          }),
      };
    },
  };
}

export type FairParts = {
  readonly transport: HttpTransport;
  readonly clock: Pick<Clock, "sleep">;
  readonly reading: FairReading;
};
