import { describe, expect, it } from "vitest";
import { createTurns } from "./take-turns.ts";

describe("createTurns", () => {
  it("spec 10 · lets one through per turn of the event loop, in order, so that others are served in between", async () => {
    const turn = createTurns(1);
    const seen: string[] = [];
    const pass = async (name: string): Promise<void> => {
      await turn();
      seen.push(name);
      // What one waiter does at once belongs to its turn, however many promises it takes.
      await Promise.resolve();
      await Promise.resolve();
      seen.push(`${name} done`);
    };
    const others = (async () => {
      for (let count = 1; count <= 3; count += 1) {
        await new Promise(setImmediate);
        seen.push(`other ${count}`);
      }
    })();
    await Promise.all([pass("a"), pass("b"), pass("c"), others]);
    expect(seen.filter((name) => !name.startsWith("other"))).toEqual([
      "a",
      "a done",
      "b",
      "b done",
      "c",
      "c done",
    ]);
    expect(seen.indexOf("other 1")).toBeLessThan(seen.indexOf("b"));
    expect(seen.indexOf("other 2")).toBeLessThan(seen.indexOf("c"));
  });

  it("spec 10 · lets several through per turn when told so, and nobody twice", async () => {
    const turn = createTurns(2);
    const seen: string[] = [];
    const pass = async (name: string): Promise<void> => {
      await turn();
      seen.push(name);
    };
    const other = (async () => {
      await new Promise(setImmediate);
      seen.push("other");
    })();
    await Promise.all([pass("a"), pass("b"), pass("c"), other]);
    expect(seen.filter((name) => name !== "other")).toEqual(["a", "b", "c"]);
    expect(seen.indexOf("other")).toBeLessThan(seen.indexOf("c"));
    expect(seen.indexOf("b")).toBeLessThan(seen.indexOf("c"));
  });

  it("spec 10 · serves those who come after it was empty", async () => {
    const turn = createTurns(1);
    await turn();
    await turn();
    await Promise.all([turn(), turn()]);
    await expect(turn()).resolves.toBeUndefined();
  });
});
