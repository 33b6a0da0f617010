import { expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/stores.ts";
import { createPortableHash } from "../adapters/system/sha256.ts";
import { createKeyRedactor } from "../adapters/system/key-redactor.ts";
import type { Entry, EntryDraft } from "../log/entry.ts";
import type { Update } from "../log/update.ts";
import type { AppendBatch } from "../ports/trace-store.ts";
import { buildTrace, createTestClock, createTestIds, type TestClock } from "../testing/builders.ts";
import { BLOB_ASSUMED_STORED_MS, ORPHAN_BLOB_RETENTION_MS } from "../tunables.ts";
import { createLogWriter, type LogWriter } from "./log-writer.ts";

const KEY = "sk-live-0123456789abcdef";

const todos = (...texts: readonly string[]): EntryDraft => ({
  ...{ kind: "event", type: "todos.changed", goalId: "root" },
  data: { todos: texts.map((text) => ({ id: text, text, status: "pending" })) },
});

type Written = {
  readonly writer: LogWriter;
  readonly clock: TestClock;
  readonly batches: readonly AppendBatch[];
  /** The steps so far, in order. */
  readonly steps: readonly string[];
};

function write(append: () => Promise<void> = async () => undefined): Written {
  const clock = createTestClock();
  const batches: AppendBatch[] = [];
  const steps: string[] = [];
  const writer = createLogWriter({
    trace: buildTrace({ id: "trace", rootId: "root trace", lastSequence: 6 }),
    fence: 3,
    ports: {
      ids: createTestIds(),
      clock,
      hash: createPortableHash(),
      traces: {
        ...createInMemoryStores(clock).traces,
        append: async (batch) => {
          await append();
          batches.push(batch);
          steps.push("committed");
        },
      },
    },
    redactor: createKeyRedactor({ key: [KEY] }),
    apply: (entry: Entry) => void steps.push(`applied ${entry.sequence}`),
    emit: (update: Update) =>
      void (update.kind === "entry" && steps.push(`emitted ${update.entry.sequence}`)),
  });
  return { writer, clock, batches, steps };
}

it("resends content before it could have been swept, but not with each flush", async () => {
  const { writer, clock, batches } = write();
  for (const pause of [0, 1, ORPHAN_BLOB_RETENTION_MS / 2, 1, BLOB_ASSUMED_STORED_MS - 1, 1]) {
    clock.advance(pause);
    writer.stageBlob("a tail", "text/plain");
    writer.stage(todos());
    await writer.flush();
  }
  expect(batches.map((batch) => batch.blobs.length)).toEqual([1, 0, 1, 0, 0, 1]);
});

it("applies an entry when it is staged and shows it when it is committed", async () => {
  const { writer, steps, batches } = write();
  const first = writer.stage(todos());
  writer.stage(todos("a"));
  expect(first.sequence).toBe(7);
  expect(writer.projection.lastSequence).toBe(8);
  const sha256 = writer.stageBlob("text", "text/markdown");
  expect(steps).toEqual(["applied 7", "applied 8"]);
  await writer.flush();
  expect(steps).toEqual(["applied 7", "applied 8", "committed", "emitted 7", "emitted 8"]);
  expect(batches).toEqual([
    {
      ...{ traceId: "trace", rootId: "root trace", fence: 3, projection: writer.projection },
      entries: [expect.objectContaining({ sequence: 7 }), expect.objectContaining({ sequence: 8 })],
      blobs: [{ sha256, mediaType: "text/markdown", encoding: "utf8", text: "text" }],
    },
  ]);
});

it("commits nothing without an entry and keeps content for the next one", async () => {
  const { writer, batches } = write();
  writer.stageBlob("text", "text/plain");
  await writer.flush();
  expect(batches).toEqual([]);
  writer.stage(todos());
  await writer.flush();
  writer.stage(todos());
  await writer.flush();
  expect(batches.map(({ entries, blobs }) => [entries.length, blobs.length])).toEqual([
    [1, 1],
    [1, 0],
  ]);
});

it("shows no entry whose commit failed", async () => {
  const { writer, steps } = write(async () => await Promise.reject(new Error("lost")));
  writer.stage(todos());
  await expect(writer.flush()).rejects.toThrow("lost");
  expect(steps).toEqual(["applied 7"]);
});

it("masks secrets in entries, but not in content, whose hash names what was sent", async () => {
  const { writer, batches } = write();
  writer.stage(todos(KEY));
  writer.stageBlob(KEY, "text/plain");
  await writer.flush();
  expect(batches[0]?.entries).toMatchObject([{ data: { todos: [{ text: "[redacted:key#1]" }] } }]);
  expect(batches[0]?.blobs).toMatchObject([{ text: KEY, sha256: createPortableHash().sha256(KEY) }]);
});
