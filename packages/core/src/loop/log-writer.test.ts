import { expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/stores.ts";
import { createNoRedactor } from "../adapters/in-memory/trivial-ports.ts";
import { createPortableHash } from "../adapters/system/sha256.ts";
import type { EntryDraft } from "../log/entry.ts";
import type { AppendBatch } from "../ports/trace-store.ts";
import { buildTrace, createTestClock, createTestIds } from "../testing/builders.ts";
import { ORPHAN_BLOB_RETENTION_MS } from "../tunables.ts";
import { createLogWriter } from "./log-writer.ts";

it("resends content before it could have been swept, but not with each flush", async () => {
  const clock = createTestClock();
  const batches: AppendBatch[] = [];
  const writer = createLogWriter({
    trace: buildTrace({ id: "trace" }),
    fence: 1,
    ports: {
      ids: createTestIds(),
      clock,
      hash: createPortableHash(),
      traces: {
        ...createInMemoryStores(clock).traces,
        append: async (batch) => {
          batches.push(batch);
        },
      },
    },
    redactor: createNoRedactor(),
    apply: () => undefined,
    emit: () => undefined,
  });
  const entry: EntryDraft = {
    kind: "event",
    type: "todos.changed",
    goalId: "root",
    data: { todos: [] },
  };
  for (const pause of [0, 1, ORPHAN_BLOB_RETENTION_MS / 2, 1]) {
    clock.advance(pause);
    writer.stageBlob("a tail", "text/plain");
    writer.stage(entry);
    await writer.flush();
  }
  expect(batches.map((batch) => batch.blobs.length)).toEqual([1, 0, 1, 0]);
});
