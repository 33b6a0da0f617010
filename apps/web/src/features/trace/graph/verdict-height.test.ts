import { expect, it } from "vitest";
import { verdictHeight } from "./verdict-height.ts";

/** Padding and border, two lines of what was missing, two of how, one of the damage, and the buttons. */
const LACKED = 26 + 2 * 20 + 2 * 18 + 18 + 32;

it("has room for all lines of what a run lacked where the graph is too narrow for one line each", () => {
  for (const width of [480, 520, 600, 650]) expect(verdictHeight(width, true)).toBeGreaterThanOrEqual(LACKED);
  expect(verdictHeight(479, true)).toBeGreaterThan(verdictHeight(480, true));
  expect(verdictHeight(900, true)).toBeGreaterThan(verdictHeight(900, false));
});
