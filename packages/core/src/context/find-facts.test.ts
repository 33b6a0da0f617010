import { expect, it } from "vitest";
import { findFacts } from "./find-facts.ts";

it("finds ids, amounts, dates, paths and file names, each once and in order", () => {
  const text =
    "See mia_li_3668, $1,250 and src/pay/index.ts (notes.md, 2024-05-20); again mia_li_3668. Not 12 or words.";
  expect(findFacts(text, 10)).toEqual([
    "mia_li_3668",
    "$1,250",
    "src/pay/index.ts",
    "notes.md",
    "2024-05-20",
  ]);
  expect(findFacts(text, 2)).toHaveLength(2);
});

it("separates facts from text without spaces around them, and at commas", () => {
  expect(findFacts("订单DD123456有问题", 9)).toEqual(["DD123456"]);
  expect(findFacts('["A-1001","A-1002"] A-1003,A-1004', 9)).toEqual(["A-1001", "A-1002", "A-1003", "A-1004"]);
  expect(findFacts(`${"7".repeat(300)} end`, 9)).toEqual([]);
});
