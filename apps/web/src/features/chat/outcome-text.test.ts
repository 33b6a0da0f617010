import { expect, it } from "vitest";
import { outcomeText } from "./outcome-text.ts";

it("keeps the full result of a calculation, however long the expression is", () => {
  const expression = Array.from({ length: 40 }, (_, index) => `${index} * 0.9`).join(" + ");
  const title = `${expression} = 702`;
  for (const argument of [expression, `${expression.slice(0, 60)}…`])
    expect(outcomeText({ argument, title, output: "702" })).toEqual({ text: "= 702", isAnswer: true });
});

it("does not show an approximate result as equal", () => {
  const row = { argument: "1 / 3", title: "1 / 3 ≈ 0.333", output: "≈ 0.333" };
  expect(outcomeText(row)).toEqual({ text: "≈ 0.333", isAnswer: true });
});

it("does not repeat the argument of the row", () => {
  const rows = [
    { argument: "src/totals.ts", title: "Read src/totals.ts, lines 1–6 of 6", text: "lines 1–6 of 6" },
    { argument: "*.md", title: "Find *.md (2 found)", text: "2 found" },
    { argument: "", title: "Listed 3 files", text: "Listed 3 files" },
    { argument: "1 / 0", title: "1 / 0", text: "" },
    { argument: "src", title: "3 matches", text: "3 matches" },
  ];
  for (const { argument, title, text } of rows)
    expect(outcomeText({ argument, title, output: "other" })).toEqual({ text, isAnswer: false });
});

it("rounds a number that is too long for a row", () => {
  const row = {
    argument: "98 / 3",
    title: "98 / 3 = 32.66666666666666666667",
    output: "32.66666666666666666667",
  };
  expect(outcomeText(row)).toEqual({ text: "≈ 32.67", isAnswer: true });
});
