import { expect, it } from "vitest";
import { changedFields } from "./changed-fields.ts";

const lines = (
  ...[before, after]: Parameters<typeof changedFields> extends [infer A, infer B, ...infer _] ? [A, B] : never
) => changedFields(before, after, (field) => field).map(({ kind, text }) => `${kind} ${text}`);

it("lists removed and added values, instructions line by line", () => {
  const before = { instructions: "Begin.\nEnd.", tools: ["calculator"], maxSteps: 5 };
  const after = { instructions: "Begin.\nCheck.\nEnd.", tools: ["calculator", "goal"] };
  expect(lines(before, after)).toEqual([
    ...["removed tools: calculator", "added tools: calculator, goal", "removed maxSteps: 5", "added Check."],
  ]);
});

it("lists all fields of a definition that was added or removed", () => {
  expect(lines(null, { isReadOnly: true })).toEqual(["added isReadOnly: true"]);
  expect(lines({ strategy: "react" }, null)).toEqual(["removed strategy: react"]);
  expect(lines(null, null)).toEqual([]);
});
