import { expect, it } from "vitest";
import { nextHeld } from "./next-held.ts";

const ITEMS = [
  { id: "a", state: "held" },
  { id: "b", state: "held" },
  { id: "c", state: "rejected" },
] as const;

it("continues with the entry below, then with the first, and ends with none", () => {
  expect(nextHeld(ITEMS, "a")).toBe("b");
  expect(nextHeld(ITEMS, "b")).toBe("a");
  expect(nextHeld(ITEMS, "c")).toBe("a");
  expect(nextHeld(ITEMS.slice(1), "b")).toBeNull();
  expect(nextHeld([], null)).toBeNull();
});
