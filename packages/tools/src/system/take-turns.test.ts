import { describe, expect, it } from "vitest";
import { createTurns } from "./take-turns.ts";

describe("createTurns", () => {
  it("spec 10 · passes one waiter per turn of the event loop, in order, so that other work runs in between", async () => {
    const turn = createTurns(1);
    const events: string[] = [];
    const pass = async (name: string): Promise<void> => {
      await turn();
      events.push(name);
      // Microtasks of a waiter belong to its turn, however many there are.
      await Promise.resolve();
      await Promise.resolve();
      events.push(`${name} done`);
    };
    const others = (async () => {
      for (let count = 1; count <= 3; count += 1) {
        await new Promise(setImmediate);
        events.push(`other ${count}`);
      }
    })();
    await Promise.all([pass("a"), pass("b"), pass("c"), others]);
    expect(events.filter((name) => !name.startsWith("other"))).toEqual([
      "a",
      "a done",
      "b",
      "b done",
      "c",
      "c done",
    ]);
    expect(events.indexOf("other 1")).toBeLessThan(events.indexOf("b"));
    expect(events.indexOf("other 2")).toBeLessThan(events.indexOf("c"));
  });

  it("spec 10 · passes several waiters per turn when configured, each once", async () => {
    const turn = createTurns(2);
    const events: string[] = [];
    const pass = async (name: string): Promise<void> => {
      await turn();
      events.push(name);
    };
    const other = (async () => {
      await new Promise(setImmediate);
      events.push("other");
    })();
    await Promise.all([pass("a"), pass("b"), pass("c"), other]);
    expect(events.filter((name) => name !== "other")).toEqual(["a", "b", "c"]);
    expect(events.indexOf("other")).toBeLessThan(events.indexOf("c"));
    expect(events.indexOf("b")).toBeLessThan(events.indexOf("c"));
  });

  it("spec 10 · serves waiters that arrive after the queue was empty", async () => {
    const turn = createTurns(1);
    await turn();
    await turn();
    await Promise.all([turn(), turn()]);
    await expect(turn()).resolves.toBeUndefined();
  });
});
