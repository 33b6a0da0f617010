import { performance } from "node:perf_hooks";
import type { Clock, HttpTransport } from "@goaltrace/core/ports";
import {
  ACTIVE_WORKSPACE_MS,
  READING_BURST_MS,
  READING_LATELY_MS,
  READING_MAX_WAIT_MS,
} from "../tunables.ts";

/** Shares the time in which a process reads the answers of models between workspaces. */
export type FairReading = {
  /** Notes that a run of a workspace needs a model. */
  note(workspaceId: string): void;
  /** Counts the time that reading for a workspace took, in milliseconds. Returns for how long its stream must pause; 0 if it need not. */
  take(workspaceId: string, milliseconds: number): number;
};

/** The recent reading of a workspace. Times are in milliseconds. */
type Reader = {
  /** When it last needed a model. */
  notedAt: number;
  /** When it last read. */
  readAt: number;
  /** How much it has read beyond its part, as time of reading. */
  ahead: number;
};

/**
 * Creates the sharing of a process. While `freeShare` is 1, or only one workspace has runs, nobody pauses. Otherwise the workspaces that read lately may each read for
 * the same part of `freeShare`, so that those pause that read most, and the starts and steps of all others find the process free. Reading beyond the
 * part of a workspace is forgotten as far as it would cost more than one longest pause: its next run may be that of somebody else.
 */
export function createFairReading(
  { monotonic }: Pick<Clock, "monotonic">,
  freeShare: () => number,
): FairReading {
  const readers = new Map<string, Reader>();

  /** Returns the reader of a workspace that needs a model now. */
  function need(workspaceId: string, now: number): Reader {
    const reader = readers.get(workspaceId) ?? { notedAt: now, readAt: -Infinity, ahead: 0 };
    reader.notedAt = now;
    readers.set(workspaceId, reader);
    return reader;
  }

  function countReading(now: number): number {
    let count = 0;
    for (const { readAt } of readers.values()) if (readAt > now - READING_LATELY_MS) count += 1;
    return count;
  }

  return {
    note(workspaceId) {
      const now = monotonic();
      need(workspaceId, now);
      for (const [id, { notedAt }] of readers) if (notedAt <= now - ACTIVE_WORKSPACE_MS) readers.delete(id);
    },
    take(workspaceId, milliseconds) {
      const share = freeShare();
      const now = monotonic();
      const reader = need(workspaceId, now);
      const sinceMs = now - reader.readAt;
      reader.readAt = now;
      if (share === 1 || readers.size === 1) {
        reader.ahead = 0;
        return 0;
      }
      const part = share / countReading(now);
      const most = READING_BURST_MS + READING_MAX_WAIT_MS * part;
      reader.ahead = Math.min(most, Math.max(0, reader.ahead - sinceMs * part) + milliseconds);
      return Math.max(0, (reader.ahead - READING_BURST_MS) / part);
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
            request.onPause?.(waitMs);
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
