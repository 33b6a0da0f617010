import { expect, it } from "vitest";
import { undoLines } from "./undo-lines.ts";

const NONE = { uncovered: [], unclear: [], undos: [] };

it("reports what was undone, what stays and why, and what is not covered", () => {
  const lines = undoLines(
    {
      paths: [
        { path: "a", outcome: "reverted", change: "created" },
        { path: "b", outcome: "changed", change: "changed" },
        { path: "c", outcome: "already", change: "deleted" },
        { path: "d", outcome: "failed", change: "deleted", message: "The disk is full." },
      ],
      ...{ uncovered: ["files"], unclear: ["e"], undos: [] },
    },
    false,
  );
  expect(lines).toEqual([
    "deleted      a",
    "kept         b: someone else has changed it since",
    "failed       d: The disk is full.",
    "not covered  e: a command changed it, and its earlier version is not kept",
    "not covered  some commands: the folder has more than 20,000 files",
  ]);
});

it("uses the future tense in a dry run, and reports if nothing would change", () => {
  expect(
    undoLines({ ...NONE, paths: [{ path: "a", outcome: "reverted", change: "deleted" }] }, true),
  ).toEqual(["restore      a"]);
  expect(undoLines({ ...NONE, paths: [{ path: "a", outcome: "already", change: "deleted" }] }, true)).toEqual(
    ["Nothing to undo: the files are as they were before the run."],
  );
});
