import { expect, it } from "vitest";
import { createTreeLoops, type TreeCall } from "./tree-loops.ts";

const failure = (traceId: string, more: Partial<TreeCall> = {}): TreeCall => ({
  ...{ traceId, tool: "read", argumentsText: '{"path":"a","line":1}', output: "no such file" },
  ...{ isError: true, hasEffects: false },
  ...more,
});
const again = { tool: "read", argumentsText: '{"line":1, "path":"a"}' };

it("finds the same call with the same error in several runs, regardless of the order of its arguments", () => {
  const loops = createTreeLoops();
  for (const run of ["a", "b", "a", "c"]) loops.note(failure(run));
  expect(loops.find(again)).toBeNull();
  loops.note(failure("b"));
  expect(loops.find(again)).toEqual({
    count: 5,
    evidence: '5 × read {"line":1,"path":"a"}',
  });
  expect(loops.find({ ...again, tool: "list" })).toBeNull();
});

it("leaves the repetitions of one run to its own guard", () => {
  const loops = createTreeLoops();
  for (let count = 0; count < 9; count += 1) loops.note(failure("a"));
  expect(loops.find(again)).toBeNull();
});

it.each([
  ["another error", failure("a", { output: "permission denied" })],
  ["its success", failure("a", { isError: false })],
  ["a change by any run", failure("c", { tool: "write", isError: false, hasEffects: true })],
])("starts counting again after %s", (_, between) => {
  const loops = createTreeLoops();
  for (const run of ["a", "b", "a", "b"]) loops.note(failure(run));
  loops.note(between);
  loops.note(failure("b"));
  expect(loops.find(again)).toBeNull();
});
