import { expect, it } from "vitest";
import { leftOutFacts } from "./left-out.ts";

const MIDDLE = "order W-4711 costs 20.00\nError: no stock for SKU-9\nsee src/stock/levels.ts\n";

it("gives the line of an error first, then the facts that the shown part lacks, names before amounts", () => {
  expect(leftOutFacts(MIDDLE, "", 200)).toBe(
    "Error: no stock for SKU-9 W-4711 SKU-9 src/stock/levels.ts 20.00",
  );
  expect(leftOutFacts(MIDDLE, "paid for W-4711, src/stock/levels.ts", 200)).toBe(
    "Error: no stock for SKU-9 SKU-9 20.00",
  );
});

it("gives as many facts as fit, and nothing without room for the error", () => {
  expect(leftOutFacts(MIDDLE, "", 40)).toBe("Error: no stock for SKU-9 W-4711 SKU-9");
  expect(leftOutFacts(MIDDLE, "", 10)).toBe("");
  expect(leftOutFacts("plain prose", "", 200)).toBe("");
});
