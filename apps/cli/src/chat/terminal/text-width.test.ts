import { expect, it } from "vitest";
import { textWidth } from "./text-width.ts";

it.each([
  ["", 0],
  ["abc", 3],
  ["中文", 4],
  ["ｆｕｌｌ", 8],
  ["e\u0301", 1],
  ["😀!", 3],
  ["\u001B[2mdim\u001B[22m", 3],
])("measures %j as %d columns", (text, width) => {
  expect(textWidth(text)).toBe(width);
});
