import { expect, it } from "vitest";
import { strikeLines } from "./strike-lines.ts";

const ENTRIES = ["  Rule: State sums in euros. Why: The books are in euros. How to apply: Every report."];

it("removes the lines that repeat an entry, in another order too, and keeps the others", () => {
  const summary = [
    "The person wants a report about lamps.",
    "Every report has its sums in euros, like the books.",
    "Sales of lamps were 40 in May.",
  ].join("\n");
  expect(strikeLines(summary, ENTRIES)).toBe(
    "The person wants a report about lamps.\nSales of lamps were 40 in May.",
  );
});

it("removes lines in Chinese", () => {
  expect(strikeLines("任务：写报告\n报告金额以欧元为单位", ["  报告中的金额以欧元为单位"])).toBe(
    "任务：写报告",
  );
});

it("returns the same text when nothing repeats an entry", () => {
  const summary = "Lamps sell well.\n\nThe next step is a chart.";
  expect(strikeLines(summary, ENTRIES)).toBe(summary);
});
