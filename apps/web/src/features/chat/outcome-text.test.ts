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

it("keeps any other title", () => {
  const rows = [
    { argument: "src/totals.ts", title: "Read src/totals.ts, lines 1–6 of 6", output: "export function" },
    { argument: "", title: "Listed 3 files", output: "3 files" },
    { argument: "1 / 0", title: "1 / 0", output: "" },
  ];
  for (const row of rows) expect(outcomeText(row)).toEqual({ text: row.title, isAnswer: false });
});
