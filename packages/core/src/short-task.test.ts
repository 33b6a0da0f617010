import { expect, it } from "vitest";
import { shortTask } from "./short-task.ts";

it.each([
  ["a short task without its period", "Find the report.", "Find the report"],
  [
    "a long task in whole words",
    "Old reports: find the report of 1999 and its author",
    "Old reports: find the report of 1999…",
  ],
  ["a text without spaces", "x".repeat(60), `${"x".repeat(40)}…`],
  ["a Chinese task", "查找一九九九年的报告。", "查找一九九九年的报告"],
])("shows %s", (_, task, shown) => {
  expect(shortTask(task)).toBe(shown);
});
