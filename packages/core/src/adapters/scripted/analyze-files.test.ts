import { expect, it } from "vitest";
import { analyzeFiles } from "./analyze-files.ts";

const LISTING = ["AGENTS.md", "README.md"].join("\n");
const SOURCES = Array.from({ length: 7 }, (_, index) => `src/part-${index}.ts`).join("\n");
const MATCHES = [
  "src/part-1.ts",
  "3: export function parseOrder(line: string) {",
  "9: function discounted() {",
].join("\n");

function answer(results: readonly string[]): string {
  const view = { task: "", tail: "", results, lastResult: results.at(-1) ?? "", pinned: "" };
  return analyzeFiles.steps.at(-1)?.(view).text ?? "";
}

it("answers with facts that its calls found", () => {
  const text = answer([
    LISTING,
    SOURCES,
    MATCHES,
    "src/part-1.ts\n8: /** The limit should be configurable. */",
  ]);
  expect(text).toContain("- Documents: AGENTS.md, README.md.");
  expect(text).toContain("src/part-4.ts and 2 more.");
  expect(text).toContain("- Functions: `parseOrder`, `discounted`.");
  expect(text).toContain("- Unfinished work: `/** The limit should be configurable. */`");
  expect(text).toContain("4 tool calls");
});

it("leaves out what it did not find", () => {
  expect(answer(["No line matches"])).not.toMatch(/Documents|Functions|undefined/u);
  expect(answer(["No line matches"])).toContain("No comment marks unfinished work.");
});
