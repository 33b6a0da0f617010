import { expect, it } from "vitest";
import { createSharedRead } from "./shared-read.ts";

/** Reads that end when the test says so, with the number of their beginning as the answer. */
function setUp(): {
  readonly begun: { readonly key: string; readonly end: () => void; readonly fail: () => void }[];
  readonly read: (key: string) => Promise<number>;
} {
  const begun: { readonly key: string; readonly end: () => void; readonly fail: () => void }[] = [];
  const read = createSharedRead<string, number>({
    keyOf: (key) => key,
    read: async (key) =>
      await new Promise<number>((resolve, reject) => {
        const number = begun.length + 1;
        begun.push({ key, end: () => resolve(number), fail: () => reject(new Error("broken")) });
      }),
  });
  return { begun, read };
}
const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

it("answers requests that arrive during a read with the next read", async () => {
  const { begun, read } = setUp();
  const first = read("a");
  const [second, third] = [read("a"), read("a")];
  await settle();
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  await settle();
  expect(begun).toHaveLength(2);
  const fourth = read("a");
  begun[1]?.end();
  await settle();
  begun[2]?.end();
  expect(await Promise.all([first, second, third, fourth])).toEqual([1, 2, 2, 3]);
});

it("reads different keys concurrently, and reads a key again after an error or a pause", async () => {
  const { begun, read } = setUp();
  const failing = read("a");
  const waiting = read("a");
  const other = read("b");
  await settle();
  expect(begun.map(({ key }) => key)).toEqual(["a", "b"]);
  begun[0]?.fail();
  await expect(failing).rejects.toThrow("broken");
  await settle();
  begun[1]?.end();
  begun[2]?.end();
  expect(await Promise.all([waiting, other])).toEqual([3, 2]);
  const later = read("a");
  await settle();
  begun[3]?.end();
  expect(await later).toBe(4);
});
