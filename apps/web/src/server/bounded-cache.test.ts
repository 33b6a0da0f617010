import { expect, it } from "vitest";
import { createBoundedCache } from "./bounded-cache.ts";

const cacheOfTexts = (): ReturnType<typeof createBoundedCache<string>> =>
  createBoundedCache<string>(6, (text) => text.length);

it("drops the values that were not used for longest when there is no room", () => {
  const cache = cacheOfTexts();
  cache.set("a", "111");
  cache.set("b", "22");
  expect(cache.get("a")).toBe("111");
  cache.set("c", "333");
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual(["111", undefined, "333"]);
});

it("replaces the value of a key, with its size", () => {
  const cache = cacheOfTexts();
  cache.set("a", "111111");
  cache.set("a", "1");
  cache.set("b", "22222");
  expect([cache.get("a"), cache.get("b")]).toEqual(["1", "22222"]);
});

it("keeps no value that is larger than its limit, nor the one before it", () => {
  const cache = cacheOfTexts();
  cache.set("a", "1");
  cache.set("a", "1234567");
  expect(cache.get("a")).toBeUndefined();
});
