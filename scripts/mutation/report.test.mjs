import { expect, it } from "vitest";
import { mutationReport, wilson } from "./report.mjs";

const mutant = (id, file, line) => ({ id, file, line, mutator: "BooleanLiteral", replacement: "false" });
const MUTANTS = [
  mutant("1", "packages/core/src/log/entry.ts", 3),
  mutant("2", "packages/core/src/log/entry.ts", 9),
  mutant("3", "packages/core/src/goals/reduce.ts", 4),
  mutant("4", "packages/tools/src/files/read-file.ts", 5),
];
const VERDICTS = { dead: new Map([["1", "a test"]]), covered: new Set(["1"]), loaded: new Set(["2"]) };

it("counts killed and unreached mutants by room, in core and in all", () => {
  const { table } = mutationReport({ mutants: MUTANTS, total: 900 }, VERDICTS);
  expect(table).toContain("4 of 900 mutants");
  expect(table).toContain("| core/log | 2 | 1 | 0 | 50.0 % |");
  expect(table).toContain("| tools | 1 | 0 | 1 | 0.0 % |");
  expect(table).toContain("| **core** | 3 | 1 | 1 | 33.3 % |");
  expect(table).toContain("| **all** | 4 | 1 | 2 | 25.0 % |");
});

it("lists each survivor with its place", () => {
  const { text } = mutationReport({ mutants: MUTANTS, total: 900 }, VERDICTS);
  expect(text).not.toContain("entry.ts:3 ");
  expect(text).toContain("- packages/core/src/log/entry.ts:9 BooleanLiteral: `false`");
  expect(text).toContain(
    "- packages/core/src/goals/reduce.ts:4 BooleanLiteral (reached by no test): `false`",
  );
});

it("gives the interval that Wilson's formula has for 90 of 100", () => {
  const [low, high] = wilson(90, 100);
  expect(low).toBeCloseTo(0.8256, 4);
  expect(high).toBeCloseTo(0.9448, 4);
});
