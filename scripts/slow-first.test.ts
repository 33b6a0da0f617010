import { existsSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { inCheckout } from "./lib/checkout.mjs";
import { environmentOf, inTurn, rank, SLOW_FILES } from "./slow-first.ts";

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

it("reads the environment that a file names", () => {
  // In one piece, Vitest would run this file in that environment.
  const name = ["@vitest", "environment"].join("-");
  expect(environmentOf(`// ${name} happy-dom\nimport { act } from "react";\n`)).toBe("happy-dom");
  expect(environmentOf('import { it } from "vitest";\n')).toBe("");
});

it("changes the environment once per environment, and keeps the slow files first within each", () => {
  const place = fc.record({
    environment: fc.constantFrom("", "happy-dom", "jsdom"),
    rank: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(place, { maxLength: 30 }), (places) => {
      const ordered = inTurn(places, (one) => one);
      expect(new Set(ordered)).toEqual(new Set(places));
      expect(ordered).toHaveLength(places.length);
      const changes = ordered.filter(
        ({ environment }, index) => index === 0 || environment !== ordered[index - 1]?.environment,
      );
      expect(changes).toHaveLength(new Set(places.map(({ environment }) => environment)).size);
      for (const environment of ["", "happy-dom", "jsdom"]) {
        const ranks = ordered.filter((one) => one.environment === environment).map((one) => one.rank);
        expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
      }
      if (places.some(({ environment }) => environment === "")) expect(ordered[0]?.environment).toBe("");
    }),
  );
});
