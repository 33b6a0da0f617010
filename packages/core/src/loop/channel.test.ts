import { describe, expect, it } from "vitest";
import { createChannel } from "./channel.ts";

type Item = { readonly number: number };

async function readAll(items: AsyncIterable<Item>): Promise<number[]> {
  const read: number[] = [];
  for await (const item of items) read.push(item.number);
  return read;
}

describe("channel", () => {
  it("delivers items in order, including those pushed while reading", async () => {
    const channel = createChannel<Item>();
    channel.push({ number: 1 });
    channel.push({ number: 2 });
    const read: number[] = [];
    for await (const { number } of channel.items) {
      read.push(number);
      if (number < 5) channel.push({ number: number + 2 });
      if (number === 5) channel.close();
    }
    expect(read).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("wakes a waiting reader and ends it on close", async () => {
    const channel = createChannel<Item>();
    const read = readAll(channel.items);
    await Promise.resolve();
    channel.push({ number: 1 });
    await Promise.resolve();
    channel.push({ number: 2 });
    channel.close();
    expect(await read).toEqual([1, 2]);
  });

  it("throws only after all queued items were read", async () => {
    const channel = createChannel<Item>();
    channel.push({ number: 1 });
    channel.fail(new Error("lost"));
    const read: number[] = [];
    const reading = (async () => {
      for await (const item of channel.items) read.push(item.number);
    })();
    await expect(reading).rejects.toThrow("lost");
    expect(read).toEqual([1]);
  });
});
