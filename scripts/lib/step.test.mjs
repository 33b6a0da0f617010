import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { step, runTogether } from "./step.mjs";

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

it("names the steps still running when one of them ends", async () => {
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

it("does not list a failed step as running", async () => {
  const failing = step("Building", () => Promise.reject(new Error("no space")));
  await expect(failing).rejects.toThrow("no space");
  await step("Migrating", async () => undefined);

  expect(lines.at(-1)).toBe("✓ Migrating (TIME)");
});

it("returns the result of each action in order", async () => {
  await expect(runTogether([async () => 1, async () => 2])).resolves.toEqual([1, 2]);
});

it("aborts the others when one fails, waits for them and throws the first error", async () => {
  let ended = false;
  const slow = async (signal) => {
    await untilAborted(signal).finally(() => (ended = true));
  };
  const failing = async () => {
    throw new Error("port taken");
  };

  await expect(runTogether([slow, failing])).rejects.toThrow("port taken");
  expect(ended).toBe(true);
});

it("aborts every action when stopped", async () => {
  const stopping = new AbortController();
  const both = runTogether([untilAborted, untilAborted], stopping.signal);
  stopping.abort();

  await expect(both).rejects.toThrow("was stopped");
});
