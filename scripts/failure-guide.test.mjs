import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

/** The codes of the type `GoaltraceErrorCode`. */
const codes = [...read("packages/core/src/errors.ts").matchAll(/^ {2}\| "([A-Z_]+)"/gmu)].map(
  ([, code]) => code,
);
/** The cells of each row of a table whose first cell is a code. */
const rows = [...read("docs/guide/failures.md").matchAll(/^\| `([A-Z_]+)` \| (.+) \| (.+) \|$/gmu)];

it("explains every failure code of the source once, with cause and fix", () => {
  expect(codes.length).toBeGreaterThan(20);
  expect(rows.map(([, code]) => code).toSorted()).toEqual(codes.toSorted());
  for (const [, , cause, fix] of rows) expect(Math.min(cause.length, fix.length)).toBeGreaterThan(10);
});
