import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { binary, inCheckout } from "./checkout.mjs";
import { fingerprint, isCurrent, remember } from "./fingerprint.mjs";
import { runCommand } from "./run-command.mjs";

const CODE = ["packages", "apps", "scripts", "tests", "e2e", "bench", "examples", "prisma/seed"];
const ROOT_FILES = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.base.json",
  "eslint.config.mjs",
  ".dependency-cruiser.cjs",
  "knip.json",
  ".prettierrc.json",
  ".prettierignore",
  "vitest.config.ts",
  "playwright.config.ts",
  "turbo.json",
];
const EVERYTHING = [...CODE, ...ROOT_FILES];
const ROOT_CODE = ["scripts", "tests", "bench", "e2e", "examples", "prisma/seed"].filter((name) =>
  existsSync(inCheckout(name)),
);

const node = (file, ...parameters) => [process.execPath, binary(file), ...parameters];
const script = (file, ...parameters) => [process.execPath, inCheckout(file), ...parameters];
const turbo = (task) => [
  ...node("turbo/bin/turbo", "run", task, "--continue", `--concurrency=${availableParallelism()}`),
  "--output-logs=errors-only",
  "--log-order=grouped",
];
const eslint = ["eslint/bin/eslint.js", "--no-error-on-unmatched-pattern", "--no-warn-ignored"];

/** Where the unit tests leave their report for those who count. */
export const UNIT_REPORT = ".cache/reports/unit.json";

const vitest = (project, report) => [
  ...node("vitest/vitest.mjs", "run", `--project=${project}`, "--passWithNoTests"),
  ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
];

export const vitestGate = (project, report) => ({
  name: `${project} tests`,
  command: vitest(project, report),
  inputs: [...EVERYTHING, "prisma"],
});

/**
 * Every check there is. A gate with `inputs` is skipped while they are what they were when it last passed; turbo
 * keeps its own account, package by package.
 */
export const GATES = [
  {
    name: "format",
    command: node(
      "prettier/bin/prettier.cjs",
      ...["--check", "--log-level=warn", "--cache", "--cache-location=.cache/prettier", "."],
    ),
  },
  { name: "types", command: turbo("typecheck") },
  {
    name: "types of scripts",
    command: node("typescript/bin/tsc", "-p", "tsconfig.json"),
    inputs: EVERYTHING,
  },
  { name: "lint", command: turbo("lint") },
  { name: "lint of scripts", command: node(...eslint, "*.{mjs,ts}", ...ROOT_CODE), inputs: EVERYTHING },
  {
    name: "import rules",
    command: node(
      "dependency-cruiser/bin/dependency-cruise.mjs",
      ...CODE.filter((name) => existsSync(inCheckout(name))),
    ),
    inputs: EVERYTHING,
  },
  { name: "dead code", command: node("knip/bin/knip.js", "--no-progress"), inputs: EVERYTHING },
  {
    name: "lockfile complete",
    command: script("scripts/check-lock.mjs"),
    inputs: [...ROOT_FILES, "scripts"],
  },
  {
    name: "dependency licences",
    command: script("scripts/check-licences.mjs"),
    inputs: [...ROOT_FILES, "scripts"],
  },
  {
    name: "prompts current",
    needs: "packages/core/scripts/compile-prompts.mjs",
    command: [
      process.execPath,
      "--import",
      "tsx",
      inCheckout("packages/core/scripts/compile-prompts.mjs"),
      "--check",
    ],
  },
  {
    name: "messages current",
    needs: "apps/web/scripts/generate-messages.mjs",
    command: script("apps/web/scripts/generate-messages.mjs", "--check"),
  },
  {
    name: "database client current",
    needs: "prisma/schema.prisma",
    command: script("scripts/prisma.mjs", "validate"),
    inputs: ["prisma", "prisma.config.ts", "scripts", "package-lock.json"],
  },
];

/** Runs one gate: `{name, passed, cached, seconds, output}`. */
async function runGate(gate) {
  const since = performance.now();
  const finish = (result) => ({
    name: gate.name,
    output: "",
    ...result,
    seconds: (performance.now() - since) / 1000,
  });
  if (gate.needs && !existsSync(inCheckout(gate.needs))) return finish({ passed: true, cached: true });
  const stamp = `gate-${gate.name.replaceAll(" ", "-")}`;
  const print = gate.inputs && fingerprint(gate.inputs);
  if (print && isCurrent(stamp, print)) return finish({ passed: true, cached: true });
  const [command, ...parameters] = gate.command;
  const { code, output } = await runCommand(command, parameters, { capture: true });
  if (code === 0 && print) remember(stamp, print);
  return finish({ passed: code === 0, cached: false, output });
}

/** Runs gates one after the other, says of each how it went, and shows the output of those that fail. */
export async function runGates(gates) {
  const results = [];
  for (const gate of gates) {
    const result = await runGate(gate);
    results.push(result);
    const note = result.cached ? "unchanged" : `${result.seconds.toFixed(1)} s`;
    console.log(`${result.passed ? "✓" : "✗"} ${result.name} (${note})`);
    if (!result.passed) console.log(result.output.trimEnd());
  }
  return results;
}
