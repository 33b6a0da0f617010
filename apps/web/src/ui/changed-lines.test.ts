import { expect, it } from "vitest";
import { changedLines } from "./changed-lines.ts";

it("names removed and added lines, repeated ones as often as they differ", () => {
  expect(changedLines("a\nb\nb\nc", "a\nb\nd\n\n")).toEqual([
    { kind: "removed", text: "b" },
    { kind: "removed", text: "c" },
    { kind: "added", text: "d" },
  ]);
});

it("finds nothing in equal texts", () => {
  expect(changedLines("a\n\nb", "a\n\nb")).toEqual([]);
});
