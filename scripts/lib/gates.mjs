import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { binary, inCheckout } from "./checkout.mjs";
import { fingerprint, isCurrent, remember } from "./fingerprint.mjs";
import { runCommand } from "./run-command.mjs";

const PACKAGES = ["packages", "apps"];
const CODE = [...PACKAGES, "scripts", "tests", "e2e", "bench", "examples", "prisma/seed"].filter((name) =>
  existsSync(inCheckout(name)),
);
/** Configuration files in the root of the checkout. */
const ROOT_FILES = readdirSync(inCheckout(), { withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(json|mjs|cjs|ts)$/.test(entry.name))
  .map((entry) => entry.name)
  .filter((name) => name !== "next-env.d.ts")
  .sort();

const isScript = (file) => /\.(ts|tsx|mjs|cjs|js)$/.test(file);
const isScriptOrJson = (file) => isScript(file) || file.endsWith(".json");
const isOurs = (file) => !file.includes("/generated/");

const node = (file, ...parameters) => [process.execPath, binary(file), ...parameters];
const script = (file, ...parameters) => [process.execPath, inCheckout(file), ...parameters];

/** A root task in turbo.json. */
const turbo = (task) =>
  node("turbo/bin/turbo", "run", task, "--output-logs=errors-only", "--log-order=grouped");

/** The report of the unit tests. */
export const UNIT_REPORT = ".cache/reports/unit.json";

const vitest = (projects, report) => [
  ...node("vitest/vitest.mjs", "run", ...projects.map((project) => `--project=${project}`)),
  ...["--passWithNoTests", "--reporter=default", "--reporter=json"],
  ...[`--reporter=${inCheckout("scripts/lib/unhandled-errors-reporter.mjs")}`, `--outputFile.json=${report}`],
];

export const vitestGate = (name, report, projects = [name]) => ({
  name: `${name} tests`,
  command: () => vitest(projects, report),
  inputs: [...CODE, ...ROOT_FILES, "prisma", "docs/guide", "README.md", ".oxfmtrc.json"],
});

/** All checks, longest first. A gate is skipped while its `inputs` (filtered by `accepts`) are the same as when it last passed. */
export const GATES = [
  {
    name: "types and lint by types",
    command: () => turbo("lint:types"),
    inputs: [...CODE, ...ROOT_FILES, ".oxlintrc.json"],
    accepts: isScriptOrJson,
  },
  {
    name: "format",
    command: () => node("oxfmt/bin/oxfmt", "--list-different", "."),
    inputs: ["."],
    accepts: isOurs,
  },
  {
    name: "lint",
    command: () => script("scripts/lint.mjs"),
    inputs: [...CODE, ...ROOT_FILES],
    accepts: (file) => isScriptOrJson(file) && isOurs(file),
  },
  {
    name: "types of core without Node",
    command: () => turbo("types:portable"),
    inputs: ["packages/core", ...ROOT_FILES],
    accepts: isScriptOrJson,
  },
  {
    name: "import rules",
    command: () => node("dependency-cruiser/bin/dependency-cruise.mjs", ...CODE),
    inputs: [...CODE, ...ROOT_FILES, ".dependency-cruiser.cjs"],
    accepts: isScriptOrJson,
  },
  {
    name: "dead code",
    command: () => node("knip/bin/knip.js", "--no-progress"),
    inputs: [...CODE, ...ROOT_FILES],
  },
  {
    name: "database client current",
    needs: "prisma/schema.prisma",
    command: () => script("scripts/prisma.mjs", "validate"),
    inputs: [
      ...["prisma/schema.prisma", "prisma/models", "prisma.config.ts", "package-lock.json"],
      ...["scripts/prisma.mjs", "scripts/schema-engine-wasm.mjs"],
    ],
  },
  {
    name: "prompts current",
    needs: "packages/core/scripts/compile-prompts.mjs",
    command: () => [
      ...[process.execPath, "--import", "tsx"],
      ...[inCheckout("packages/core/scripts/compile-prompts.mjs"), "--check"],
    ],
    inputs: [
      "packages/core/prompts",
      "packages/core/scripts",
      "packages/core/src/prompts",
      "package-lock.json",
    ],
  },
  {
    name: "messages current",
    needs: "apps/web/scripts/generate-messages.mjs",
    command: () => script("apps/web/scripts/generate-messages.mjs", "--check"),
    inputs: ["apps/web/messages", "apps/web/scripts", "apps/web/src/lib/generated"],
  },
  {
    name: "words",
    command: () => script("scripts/check-words.mjs"),
    inputs: ["."],
    accepts: isOurs,
  },
  {
    name: "dependency licenses",
    command: () => script("scripts/check-licenses.mjs"),
    inputs: ["package-lock.json", "scripts/check-licenses.mjs"],
  },
  {
    name: "lockfile complete",
    command: () => script("scripts/check-lock.mjs"),
    inputs: ["package-lock.json", "scripts/check-lock.mjs"],
  },
];

/** Runs one gate; returns `{name, passed, cached, seconds, output}`. */
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
  const print = fingerprint(gate.inputs, gate.accepts);
  if (isCurrent(stamp, print)) return finish({ passed: true, cached: true });
  const [command, ...parameters] = gate.command();
  const { code, output } = await runCommand(command, parameters, { capture: true });
  if (code === 0) remember(stamp, print);
  return finish({ passed: code === 0, cached: false, output });
}

function show({ name, passed, cached, seconds, output }) {
  console.log(`${passed ? "✓" : "✗"} ${name} (${cached ? "unchanged" : `${seconds.toFixed(1)} s`})`);
  if (!passed) console.log(output.trimEnd());
}

/**
 * Runs gates concurrently, at most one per processor and four in total. Prints each result when the gate ends, with its whole output if it
 * failed, so that outputs never mix.
 */
export async function runGates(gates) {
  const pending = [...gates];
  const results = [];
  const runNext = async () => {
    for (let gate = pending.shift(); gate; gate = pending.shift()) {
      const result = await runGate(gate);
      results.push(result);
      show(result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, runNext));
  return results;
}
