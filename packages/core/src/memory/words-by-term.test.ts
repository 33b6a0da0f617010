import { expect, it } from "vitest";
import { analyzeText } from "../search/analyze-text.ts";
import { wordsByTerm } from "./words-by-term.ts";

it("returns the word that a stem stands for, the first text's if several have it", () => {
  const words = wordsByTerm(["Does staging settle?", "The releases, settled and paid"]);
  const shown = analyzeText("releases settled staging paid").map((term) => words.get(term) ?? term);
  expect(shown).toEqual(["releases", "settle", "staging", "paid"]);
});

it("returns parts of identifiers, and no word for terms of other languages", () => {
  const words = wordsByTerm(["orderTotals 压测"]);
  expect(words.get("order")).toBe("order");
  expect([...words.keys()].filter((term) => /\p{Script=Han}/u.test(term))).toEqual([]);
});
