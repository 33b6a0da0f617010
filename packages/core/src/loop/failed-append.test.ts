import { expect, it, vi } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/stores.ts";
import { createNoRedactor } from "../adapters/in-memory/trivial-ports.ts";
import { createPortableHash } from "../adapters/system/sha256.ts";
import type { EntryDraft } from "../log/entry.ts";
import type { AppendBatch } from "../ports/trace-store.ts";
import { buildTrace, createTestClock, createTestIds } from "../testing/builders.ts";
import { createLogWriter, type LogWriter } from "./log-writer.ts";

const entry: EntryDraft = {
  kind: "event",
  type: "todos.changed",
  goalId: "root",
  data: { todos: [] },
};

/** A writer of an empty trace over this append, with the numbers of the entries that it emitted. */
function writerOver(
  append: (batch: AppendBatch) => Promise<void>,
  clock = createTestClock(),
): { readonly writer: LogWriter; readonly emitted: readonly number[] } {
  const emitted: number[] = [];
  const writer = createLogWriter({
    trace: buildTrace({ id: "trace" }),
    fence: 1,
    ports: {
      ids: createTestIds(),
      clock,
      hash: createPortableHash(),
      traces: { ...createInMemoryStores(clock).traces, append },
    },
    redactor: createNoRedactor(),
    apply: () => undefined,
    emit: (update) => {
      if (update.kind === "entry") emitted.push(update.entry.sequence);
    },
  });
  return { writer, emitted };
}

const sequencesOf = (batches: readonly AppendBatch[]): readonly (readonly number[])[] =>
  batches.map((batch) => batch.entries.map(({ sequence }) => sequence));

it("keeps entries after a failed append and sends the same batch again before later ones", async () => {
  const batches: AppendBatch[] = [];
  let failures = 1;
  const { writer, emitted } = writerOver(async (batch) => {
    batches.push(batch);
    failures -= 1;
    if (failures >= 0) await Promise.reject(new Error("the disk is full"));
  });
  writer.stage(entry);
  writer.stageBlob("a text", "text/plain");
  await expect(writer.flush()).rejects.toThrow("the disk is full");
  expect(emitted).toEqual([]);
  writer.stage(entry);
  await writer.flush();
  await writer.flush();
  expect(sequencesOf(batches)).toEqual([[1], [1], [2]]);
  expect(batches[1]).toBe(batches[0]);
  expect(emitted).toEqual([1, 2]);
});

it("commits what is staged during an append with the next one, in order", async () => {
  const batches: AppendBatch[] = [];
  const open: (() => void)[] = [];
  const { writer, emitted } = writerOver(async (batch) => {
    batches.push(batch);
    await new Promise<void>((resolve) => open.push(resolve));
  });
  writer.stage(entry);
  const first = writer.flush();
  writer.stage(entry);
  const second = writer.flush();
  writer.stage(entry);
  open.shift()?.();
  await first;
  expect(emitted).toEqual([1]);
  await vi.waitFor(() => expect(open).toHaveLength(1));
  open.shift()?.();
  await second;
  expect(sequencesOf(batches)).toEqual([[1], [2, 3]]);
  expect(emitted).toEqual([1, 2, 3]);
});
