import fc from "fast-check";
import { expect, it } from "vitest";
import { createJsonNesting, isNestedDeeperThan } from "./json-nesting.ts";

it("reports at every split of an object whether it is complete", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, seed) => {
      const text = JSON.stringify(value);
      const split = seed % (text.length + 1);
      const nesting = createJsonNesting();
      nesting.add(text.slice(0, split));
      expect(nesting.isClosed()).toBe(split === text.length);
      nesting.add(text.slice(split));
      expect(nesting.isClosed()).toBe(true);
    }),
  );
});

it("counts levels outside of texts only", () => {
  expect(isNestedDeeperThan('{"a":[[1]]}', 3)).toBe(false);
  expect(isNestedDeeperThan('{"a":[[1]]}', 2)).toBe(true);
  expect(isNestedDeeperThan('{"a":"[[[[\\"[["}', 1)).toBe(false);
});
