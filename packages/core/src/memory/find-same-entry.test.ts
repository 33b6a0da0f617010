import { expect, it } from "vitest";
import { nameKey } from "./find-same-entry.ts";

it.each([
  ["API 文档（内部）", "api 文档(内部)"],
  ["Ｐｒｉｃｅ　ｌｉｓｔ～", "price list~"],
  ["\tTwo \u2009\u00A0 spaces\u3000", "two spaces"],
  ["Cafe\u0301", "café"],
  ["ОТЧЁТ Миры", "отчёт миры"],
])("gives %j and %j one key", (left, right) => {
  expect(nameKey(left)).toBe(nameKey(right));
});

it.each([
  ["C² plan", "C2 plan"],
  ["①", "1"],
  ["½ day", "1⁄2 day"],
  ["№ 5", "No 5"],
  ["ﬁles", "files"],
  ["ｶﾞｲﾄﾞ", "ガイド"],
])("gives %j and %j different keys", (left, right) => {
  expect(nameKey(left)).not.toBe(nameKey(right));
});
