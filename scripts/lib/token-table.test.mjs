import { expect, it } from "vitest";
import { binaryRanks, openTokenTable, tokenTable } from "./token-table.mjs";

const RANKS = ["a", "b", "ab", [255], "ba", "漢", "\ud83d\ude00", " a"];

it("finds the rank of each text, and of no other", () => {
  const table = openTokenTable(tokenTable(RANKS));
  for (const [rank, text] of RANKS.entries())
    if (typeof text === "string") expect(table.get(text)).toBe(rank);
  for (const text of ["", "aa", "abb", "a ", "\ud83d", "\ude00", "ÿ"])
    expect(table.get(text)).toBeUndefined();
});

it("keeps the tokens that are not a text apart, by their rank", () => {
  const binary = binaryRanks(RANKS);
  expect(binary).toHaveLength(RANKS.length);
  expect(Object.entries(binary)).toEqual([["3", [255]]]);
});
