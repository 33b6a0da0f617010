import { expect, it } from "vitest";
import { formatCost, formatElapsed, formatTokens } from "./format-amounts.ts";

it("writes costs to the cent, and smaller ones to its hundredth", () => {
  expect([0, 0.0042, 0.01, 12.345, null].map(formatCost)).toEqual([
    "$0.00",
    "$0.0042",
    "$0.01",
    "$12.35",
    "cost unknown",
  ]);
});

it("writes tokens and durations as short as they can be read", () => {
  expect([870, 1_000, 12_340, 999_949, 1_200_000].map(formatTokens)).toEqual([
    "870",
    "1k",
    "12.3k",
    "999.9k",
    "1.2M",
  ]);
  expect([0, 59_999, 125_000].map(formatElapsed)).toEqual(["0 s", "59 s", "2 min 5 s"]);
});
