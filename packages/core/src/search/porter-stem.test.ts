import { expect, it } from "vitest";
import { porterStem } from "./porter-stem.ts";

it.each([
  ["caresses", "caress"],
  ["ponies", "poni"],
  ["cats", "cat"],
  ["agreed", "agre"],
  ["plastered", "plaster"],
  ["motoring", "motor"],
  ["hopping", "hop"],
  ["falling", "fall"],
  ["filing", "file"],
  ["happy", "happi"],
  ["sky", "sky"],
  ["relational", "relat"],
  ["conditional", "condit"],
  ["vietnamization", "vietnam"],
  ["triplicate", "triplic"],
  ["hopefulness", "hope"],
  ["adjustment", "adjust"],
  ["adoption", "adopt"],
  ["probate", "probat"],
  ["controlling", "control"],
  ["yearly", "yearli"],
])("stems %s to %s", (word, stem) => {
  expect(porterStem(word)).toBe(stem);
});

it("returns short words, numbers and words of other languages as they are", () => {
  expect(["is", "v2", "a1s", "naïves", "退款"].map(porterStem)).toEqual([
    "is",
    "v2",
    "a1s",
    "naïves",
    "退款",
  ]);
});
