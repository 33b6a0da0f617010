import { expect, it } from "vitest";
import { readJsonObject } from "./read-json-object.ts";

it.each([
  ["{}", {}],
  [' {"a": [1]} ', { a: [1] }],
  ["[]", null],
  ["null", null],
  ["", null],
  ["{", null],
])("reads %j as %j", (text, expected) => {
  expect(readJsonObject(text)).toEqual(expected);
});
