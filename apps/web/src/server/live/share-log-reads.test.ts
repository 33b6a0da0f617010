import { createInMemoryStores } from "@goaltrace/core/in-memory";
import type { Scope, TraceStore } from "@goaltrace/core/ports";
import { expect, it } from "vitest";
import { shareLogReads } from "./share-log-reads.ts";

const MIRA: Scope = { workspaceId: "workspace", personId: "mira" };
const TOM: Scope = { workspaceId: "workspace", personId: "tom" };

/** Traces whose reads are counted, and a function that lets all of them end. */
function countedTraces(): {
  readonly traces: TraceStore;
  readonly reads: readonly string[];
  readonly endReads: () => void;
} {
  const reads: string[] = [];
  const waiting: (() => void)[] = [];
  const count = async (read: string): Promise<void> => {
    reads.push(read);
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const traces: TraceStore = {
    ...createInMemoryStores().traces,
    get: async ({ personId }, traceId) => {
      await count(`${personId} ${traceId}`);
      return undefined;
    },
    entries: async ({ personId }, traceId, { after }) => {
      await count(`${personId} ${traceId} after ${after}`);
      return [];
    },
  };
  return { traces, reads, endReads: () => waiting.splice(0).forEach((end) => end()) };
}

it("reads a trace twice for a hundred streams of a person, and separately for another person", async () => {
  const { traces, reads, endReads } = countedTraces();
  const shared = shareLogReads(traces);
  const asked = Array.from({ length: 100 }, async () => await shared.get(MIRA, "run"));
  const other = shared.get(TOM, "run");
  expect(reads).toEqual(["mira run", "tom run"]);
  endReads();
  await other;
  await expect.poll(() => reads.length).toBe(3);
  endReads();
  await Promise.all(asked);
  expect(reads).toEqual(["mira run", "tom run", "mira run"]);
});

it("shares a read of entries only between streams that are at the same place", async () => {
  const { traces, reads, endReads } = countedTraces();
  const shared = shareLogReads(traces);
  const asked = [4, 4, 9].map(async (after) => await shared.entries(MIRA, "run", { after }));
  expect(reads).toEqual(["mira run after 4", "mira run after 9"]);
  endReads();
  await expect.poll(() => reads.length).toBe(3);
  endReads();
  await Promise.all(asked);
});
