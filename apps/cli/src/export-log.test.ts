import { createInMemoryStores } from "@goaltrace/core/in-memory";
import { readExport } from "@goaltrace/core/log";
import { buildLog, buildTrace } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { exportLog } from "./export-log.ts";

describe("goaltrace export", () => {
  it("M4 · O13 · the file of a later turn stands by itself: the turn before is part of its log", async () => {
    const first = buildLog();
    first.user("Count the herons");
    const next = buildLog({ first: 2 });
    next.user("And the ducks?");
    const entries = [...first.entries, ...next.entries];
    const trace = buildTrace(
      { id: next.traceId, origin: { kind: "continues", traceId: first.traceId, sequence: 1 } },
      next.entries,
    );
    const lines = await exportLog({
      trace,
      entries,
      blobs: createInMemoryStores().blobs,
      scope: { workspaceId: "w", personId: "p" },
    });
    const read = readExport(lines);
    expect(read.trace.origin).toBeNull();
    expect(read.entries.map(({ sequence, traceId }) => [sequence, traceId])).toEqual([
      [1, next.traceId],
      [2, next.traceId],
    ]);
  });
});
