import { expect, it } from "vitest";
import { GREP_MAX_LINE_CHARACTERS } from "../tunables.ts";
import { renderMatches } from "./render-matches.ts";

const TEXT = "a\nb\r\nc\nd\ne\nf\ng\n";

it.each([
  [[2], 0, ["2: b"]],
  [[1, 7], 0, ["1: a", "7: g"]],
  [[2], 1, ["1- a", "2: b", "3- c"]],
  [[1], 2, ["1: a", "2- b", "3- c"]],
  [[7], 2, ["5- e", "6- f", "7: g"]],
  [[2, 3], 1, ["1- a", "2: b", "3: c", "4- d"]],
  [[2, 4], 1, ["1- a", "2: b", "3- c", "4: d", "5- e"]],
  [[2, 5], 1, ["1- a", "2: b", "3- c", "4- d", "5: e", "6- f"]],
  [[1, 5], 1, ["1: a", "2- b", "--", "4- d", "5: e", "6- f"]],
  [[4], 1, ["3- c", "4: d", "5- e"]],
])("shows lines %j with %d lines around", (matches, context, expected) => {
  expect(renderMatches(TEXT, matches, context)).toEqual(expected);
});

it("shows a last line without a line end", () => {
  expect(renderMatches("a\nb", [2], 1)).toEqual(["1- a", "2: b"]);
});

it("cuts long lines and says by how much", () => {
  const line = "x".repeat(GREP_MAX_LINE_CHARACTERS);
  expect(renderMatches(line, [1], 0)).toEqual([`1: ${line}`]);
  expect(renderMatches(`${line}yz`, [1], 0)).toEqual([`1: ${line} […2 more characters in this line]`]);
});
