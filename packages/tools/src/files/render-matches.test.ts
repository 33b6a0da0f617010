import { expect, it } from "vitest";
import { renderMatches } from "./render-matches.ts";

const line = (number: number, isMatch: boolean) => ({ number, text: `line ${number}`, isMatch });

it.each([
  [[], 1, []],
  [[line(2, true)], 0, ["2: line 2"]],
  [[line(1, false), line(2, true), line(3, false)], 1, ["1- line 1", "2: line 2", "3- line 3"]],
  [[line(2, true), line(4, true)], 1, ["2: line 2", "--", "4: line 4"]],
  [[line(2, true), line(4, true)], 0, ["2: line 2", "4: line 4"]],
])("renders %j with %d lines around", (lines, context, expected) => {
  expect(renderMatches(lines, context)).toEqual(expected);
});
