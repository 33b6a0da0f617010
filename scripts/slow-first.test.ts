import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { inCheckout } from "./lib/checkout.mjs";
import { rank, SLOW_FILES } from "./slow-first.ts";

it.each(SLOW_FILES)("finds the slow file %s", (file) => {
  expect(existsSync(inCheckout(file))).toBe(true);
});

it("ranks slow files in their order and before all others", () => {
  const files = ["packages/core/src/log/log.test.ts", ...SLOW_FILES.toReversed()].map((file) =>
    inCheckout(file),
  );
  expect(files.toSorted((one, other) => rank(one) - rank(other))).toEqual(
    [...SLOW_FILES, "packages/core/src/log/log.test.ts"].map((file) => inCheckout(file)),
  );
});
