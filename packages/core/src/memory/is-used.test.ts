import { expect, it } from "vitest";
import { isUsed } from "./is-used.ts";

const content = "Sums in reports are stated in euros";

it("counts an entry as used when the answer has its words", () => {
  expect(isUsed(content, { question: "What did we sell?", answer: "Sales were 40 euros." })).toBe(true);
  expect(isUsed("报告中的金额以欧元为单位", { question: "卖了多少？", answer: "金额为 40 欧元。" })).toBe(
    true,
  );
});

it("does not count words that the question has, or an answer about something else", () => {
  expect(
    isUsed(content, { question: "Which sums in the reports?", answer: "The sums in the reports." }),
  ).toBe(false);
  expect(isUsed(content, { question: "What did we sell?", answer: "Forty lamps." })).toBe(false);
});
