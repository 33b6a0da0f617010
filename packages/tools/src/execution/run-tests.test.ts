import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRun } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { createSandbox } from "../process/sandbox.ts";
import { findLinter, findTestRunner, type ProjectFacts } from "./find-runner.ts";
import { runLinterTool } from "./run-linter.ts";
import { runPythonTool } from "./run-python.ts";
import { runTestsTool } from "./run-tests.ts";

const machine = { sandbox: createSandbox(), variables: process.env };

function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "tests-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const facts = (
  names: readonly string[],
  scripts = {},
  dependencies: readonly string[] = [],
): ProjectFacts => ({
  ...{ names: new Set(names), scripts, dependencies: new Set(dependencies) },
});

describe("run_tests", () => {
  it("runs the project's own runner and returns what failed where", async () => {
    const projectFolder = project({
      "package.json": '{"scripts": {"test": "node --test"}}',
      "add.test.mjs": `import { test } from "node:test"; import assert from "node:assert";
test("adds", () => assert.equal(1 + 1, 3));
test("is", () => assert.ok(true));`,
    });
    const { title, output, metadata } = await createToolRun({ projectFolder }).call(
      runTestsTool(machine),
      {},
    );
    expect(title).toBe("1 passed, 1 failed");
    expect(output).toContain(`✗ adds\n  ${projectFolder}/add.test.mjs:2`);
    expect(metadata).toMatchObject({ passed: 1, failed: 1, exitCode: 1 });
  });

  it("reports that it found no way to run tests, and runs no path outside the project", async () => {
    const projectFolder = project({ "a.txt": "" });
    const run = createToolRun({ projectFolder });
    expect(await run.call(runTestsTool(machine), {})).toMatchObject({
      outcome: "error",
      title: "No test runner found",
    });
    const outside = await run.call(runTestsTool(machine), { path: "../x" });
    expect(outside.output).toContain("outside the project folder");
    expect(run.recorded).toEqual([]);
  });

  it.each([
    [facts(["package.json"], { test: "vitest run" }), "npx vitest run --reporter=json"],
    [facts(["package.json"], { test: "jest" }), "npx jest --json"],
    [facts(["package.json"], {}, ["vitest"]), "npx vitest run --reporter=json"],
    [facts(["package.json", "pnpm-lock.yaml"], { test: "./run.sh" }), "pnpm test"],
    [
      facts(["package.json"], { test: 'echo "Error: no test specified" && exit 1' }),
      "node --test --test-reporter=tap",
    ],
    [facts(["go.mod"]), "go test -json ./..."],
    [facts(["Cargo.toml"]), "cargo test --no-fail-fast"],
    [facts(["pyproject.toml"]), "python3 -m pytest -q --tb=short -rfE"],
    [facts(["test_a.py"]), "python3 -m unittest"],
  ])("finds the runner of a project", (given, command) => {
    expect(findTestRunner(given, null)?.command).toBe(command);
  });

  it("passes a path on as one word", () => {
    expect(findTestRunner(facts(["go.mod"]), "a b'c; rm x")?.command).toBe("go test -json 'a b'\\''c; rm x'");
  });
});

it("run_linter runs the lint script, and finds linters without one", async () => {
  const projectFolder = project({ "package.json": '{"scripts": {"lint": "echo a.ts:1 problem; exit 1"}}' });
  const { output } = await createToolRun({ projectFolder }).call(runLinterTool(machine), {});
  expect(output).toMatch(/a\.ts:1 problem\n\[exit code 1/u);
  expect(findLinter(facts(["package.json"], {}, ["eslint"]))?.command).toBe("npx eslint .");
  expect(findLinter(facts(["a.txt"]))).toBeNull();
});

it("run_python prints what a program prints", async () => {
  const run = createToolRun({ projectFolder: project({}) });
  const { output } = await run.call(runPythonTool(machine), { code: "print('it''s', 6 * 7)" });
  expect(output).toMatch(/^its 42\n\[exit code 0/u);
});
