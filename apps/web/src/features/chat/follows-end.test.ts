import { expect, it } from "vitest";
import { followsEnd } from "./follows-end.ts";

it.each([
  ["stays at the end", true, { distance: 0, isUp: false }, true],
  ["stays where the end has moved away below", true, { distance: 400, isUp: false }, true],
  ["goes up a whole screen", true, { distance: 900, isUp: true }, false],
  ["goes up one line", true, { distance: 20, isUp: true }, false],
  ["is taken up by content that becomes shorter", true, { distance: 0.5, isUp: true }, true],
  ["goes down, but not to the end", false, { distance: 200, isUp: false }, false],
  ["comes back near the end", false, { distance: 30, isUp: false }, true],
])("a person who %s", (_, before, scroll, expected) => {
  expect(followsEnd(before, scroll)).toBe(expected);
});
