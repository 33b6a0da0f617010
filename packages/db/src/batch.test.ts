import { describe, expect, it } from "vitest";
import { createBatch, createReadBatch } from "./batch.ts";

describe("createBatch", () => {
  it("answers each request, and runs requests that arrive during a batch together", async () => {
    const runs: string[][] = [];
    const ask = createBatch<string, string>({
      most: 3,
      run: async (requests) => {
        runs.push([...requests]);
        await Promise.resolve();
        return requests.map((request) => request.toUpperCase());
      },
    });
    const first = ask("a");
    const rest = first.then(async () => await Promise.all(["b", "c", "d", "e"].map(ask)));
    expect(await first).toBe("A");
    expect(await rest).toEqual(["B", "C", "D", "E"]);
    expect(runs).toEqual([["a"], ["b", "c", "d"], ["e"]]);
  });

  it("never answers from a run that began before the request", async () => {
    let value = 1;
    let release = (): void => undefined;
    const ask = createBatch<null, number>({
      most: 10,
      run: async (requests) => {
        const read = value;
        await new Promise<void>((resolve) => (release = resolve));
        return requests.map(() => read);
      },
    });
    const before = ask(null);
    await Promise.resolve();
    value = 2;
    const after = ask(null);
    release();
    expect(await before).toBe(1);
    await Promise.resolve();
    release();
    expect(await after).toBe(2);
  });

  it("fails only the request that causes the error", async () => {
    const ask = createBatch<number, number>({
      most: 10,
      run: async (requests) => {
        if (requests.includes(2)) throw new Error("two");
        return requests;
      },
    });
    const settled = await Promise.allSettled([1, 2, 3].map(ask));
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });
});

describe("createReadBatch", () => {
  it("reads equal requests once and answers each in its place", async () => {
    const runs: string[][] = [];
    const ask = createReadBatch<{ readonly id: string }, string | undefined>({
      most: 10,
      keyOf: ({ id }) => id,
      run: async (requests) => {
        runs.push(requests.map(({ id }) => id));
        return requests.map(({ id }) => (id === "none" ? undefined : id.toUpperCase()));
      },
    });
    const asked = ["a", "b", "none", "a", "b", "c"].map(async (id) => await ask({ id }));
    expect(await Promise.all(asked)).toEqual(["A", "B", undefined, "A", "B", "C"]);
    expect(runs).toEqual([["a", "b", "none", "c"]]);
  });
});
