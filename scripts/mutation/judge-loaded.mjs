// Judges the mutants that run while modules load, such as tables and schemas: each needs a process of its own.
import path from "node:path";
import { appendFileSync } from "node:fs";
import { binary, inCheckout } from "../lib/checkout.mjs";
import { runCommand } from "../lib/run-command.mjs";
import { VERDICTS } from "./verdicts.mjs";

/** Longest run of the related tests with one mutant; a mutant that is not killed by the end counts as a survivor. Milliseconds. */
const LIMIT_MS = 120_000;

/** Runs tests with the mutant switched on from the start. Resolves to "passed" or "failed", or to "late" at the limit. */
async function runTests(id, selection) {
  const over = AbortSignal.timeout(LIMIT_MS);
  const { code } = await runCommand(
    process.execPath,
    [
      binary("vitest/vitest.mjs"),
      ...selection,
      ...["--bail=1", "--passWithNoTests", "--config", inCheckout("scripts/mutation/vitest.config.mjs")],
    ],
    {
      capture: true,
      signal: over,
      env: { ...process.env, __STRYKER_ACTIVE_MUTANT__: id, MUTATION_PASS: "" },
    },
  );
  if (over.aborted) return "late";
  return code === 0 ? "passed" : "failed";
}

/** Appends a verdict for each of the mutants: first from the tests of its folder, then from all tests that load its file. */
export async function judgeLoaded(mutants, shards) {
  const left = [...mutants];
  const judgeNext = async () => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
      const { id, file } = mutant;
      const since = performance.now();
      let verdict = await runTests(id, ["run", path.dirname(file)]);
      if (verdict === "passed") verdict = await runTests(id, ["related", "--run", file]);
      const ms = Math.round(performance.now() - since);
      const line = { mutant: id, verdict: verdict === "failed" ? "failed" : "passed", test: "load", ms };
      appendFileSync(inCheckout(VERDICTS), `${JSON.stringify(line)}\n`);
    }
  };
  await Promise.all(Array.from({ length: shards }, judgeNext));
}
