import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { step, together } from "./step.mjs";

let lines;

beforeEach(() => {
  lines = [];
  vi.spyOn(console, "log").mockImplementation((line) => lines.push(line.replace(/\d+\.\d s/, "TIME")));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const untilAborted = (signal) =>
  new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("was stopped")));
  });

it("names the steps that are still running whenever one of them ends", async () => {
  let finish;
  const build = step("Building", () => new Promise((resolve) => (finish = resolve)));
  await step("Migrating", async () => undefined);
  finish();
  await build;

  expect(lines).toEqual([
    "• Building …",
    "• Migrating …",
    "✓ Migrating (TIME) · still running: Building",
    "✓ Building (TIME)",
  ]);
});

it("does not name a step that failed", async () => {
  const failing = step("Building", () => Promise.reject(new Error("no space")));
  await expect(failing).rejects.toThrow("no space");
  await step("Migrating", async () => undefined);

  expect(lines.at(-1)).toBe("✓ Migrating (TIME)");
});

it("answers what each action answered, in their order", async () => {
  await expect(together([async () => 1, async () => 2])).resolves.toEqual([1, 2]);
});

it("stops the others when one fails, waits for their end and throws the first error", async () => {
  let ended = false;
  const slow = async (signal) => {
    await untilAborted(signal).finally(() => (ended = true));
  };
  const failing = async () => {
    throw new Error("port taken");
  };

  await expect(together([slow, failing])).rejects.toThrow("port taken");
  expect(ended).toBe(true);
});

it("stops all when it is stopped itself", async () => {
  const stopping = new AbortController();
  const both = together([untilAborted, untilAborted], stopping.signal);
  stopping.abort();

  await expect(both).rejects.toThrow("was stopped");
});
