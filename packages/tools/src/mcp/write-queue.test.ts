import { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { MESSAGE_MAX_BYTES, NOT_READING_MS, UNREAD_MAX_BYTES_EVER } from "./tunables.ts";
import { createWriteQueue } from "./write-queue.ts";

/** A queue to a program that reads when `read` is called. */
function createQueue() {
  let time = 0;
  let written = "";
  const held: (() => void)[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      written += chunk.toString("utf8");
      held.push(done);
    },
  });
  const read = async (): Promise<void> => {
    held.shift()?.();
    await setImmediate();
  };
  const queue = createWriteQueue(stream, () => time);
  return {
    ...{ queue, stream, read, written: () => written, wait: (ms: number) => void (time += ms) },
    readAll: async () => {
      while (held.length > 0) await read();
    },
  };
}

it("takes a program that reads a long text slowly for one that reads, until it stops", async () => {
  const { queue, read, readAll, wait } = createQueue();
  const text = "x".repeat(MESSAGE_MAX_BYTES + 1_000_000);
  wait(1_000_000);
  const sent = queue.write(text);
  for (let count = 0; count < 5; count += 1) {
    wait(NOT_READING_MS);
    expect(queue.isStuck()).toBe(false);
    await read();
  }
  wait(NOT_READING_MS + 1);
  expect(queue.isStuck()).toBe(true);
  await readAll();
  await sent;
  expect(queue.isStuck()).toBe(false);
});

it("lets a program take its time with less than the largest message", () => {
  const { queue, wait } = createQueue();
  void queue.write("x".repeat(MESSAGE_MAX_BYTES));
  wait(10 * NOT_READING_MS);
  expect(queue.isStuck()).toBe(false);
});

it("lets no more wait than fits into the memory, however fast it came", () => {
  const { queue } = createQueue();
  const part = "x".repeat(MESSAGE_MAX_BYTES);
  for (let bytes = 0; bytes <= UNREAD_MAX_BYTES_EVER; bytes += part.length) void queue.write(part);
  expect(queue.isStuck()).toBe(true);
});

it("writes texts in order and whole, also those that wait when it ends", async () => {
  const { queue, stream, readAll, written } = createQueue();
  const texts = ["a".repeat(200_000), "é\n", "b".repeat(100_000)];
  const sent = texts.map(async (text) => await queue.write(text));
  queue.end();
  await readAll();
  await Promise.all(sent);
  expect(written()).toBe(texts.join(""));
  expect(stream.writableEnded).toBe(true);
});

it("rejects when the program no longer reads", async () => {
  const { queue, stream, readAll } = createQueue();
  stream.on("error", () => undefined);
  const sent = Promise.allSettled([queue.write("a".repeat(200_000)), queue.write("b")]);
  stream.destroy(new Error("EPIPE"));
  // A pipe reports what it was writing when it is destroyed.
  await readAll();
  for (const one of await sent) expect(one.status).toBe("rejected");
});
