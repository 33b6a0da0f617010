// Runs a test once as it is, to see which mutants it reaches, and once more with each of them switched on.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { TestRunner } from "vitest";
import { getFn } from "vitest/suite";
import { inCheckout } from "../lib/checkout.mjs";
import { VERDICTS, readVerdicts } from "./verdicts.mjs";

const plan = JSON.parse(readFileSync(inCheckout(".cache/mutation/plan.json"), "utf8"));
const pass = JSON.parse(process.env.MUTATION_PASS);
const current = inCheckout(process.env.MUTATION_CURRENT);
const sampled = new Set(plan.mutants.map(({ id }) => id));
const state = (globalThis.__stryker__ ??= {});
// Each instrumented file keeps the object that it saw first.
state.mutantCoverage ??= { static: {}, perTest: {} };
/** A mutant that makes a test this much slower hangs it. */
const HANGS_AT = 8;
const HANGS_AT_LEAST_MS = 3_000;
/** A mutant reached this many times more often than usual is in an endless loop. */
const HITS_AT = 100;

const write = (line) => appendFileSync(inCheckout(VERDICTS), `${JSON.stringify(line)}\n`);

/** Records the mutants that ran while modules loaded: it is too late to switch them on in this process. */
function writeLoaded() {
  const loaded = Object.keys(state.mutantCoverage.static).filter((id) => sampled.has(id));
  if (loaded.length > 0) write({ loaded });
  state.mutantCoverage.static = {};
}

/** Runs the test with a mutant switched on: "passed", "failed" or "hung". */
async function tryMutant(run, mutant, { hits, usualMs }) {
  Object.assign(state, { activeMutant: mutant, hitCount: 0, hitLimit: hits * HITS_AT });
  const over = new AbortController();
  const limit = Math.max(usualMs * HANGS_AT, HANGS_AT_LEAST_MS);
  try {
    return await Promise.race([
      run().then(
        () => "passed",
        () => "failed",
      ),
      sleep(limit, "hung", { signal: over.signal }).catch(() => "hung"),
    ]);
  } finally {
    over.abort();
    Object.assign(state, { activeMutant: undefined, hitCount: undefined });
  }
}

const passes = async (run) =>
  await run().then(
    () => true,
    () => false,
  );

export default class MutationRunner extends TestRunner {
  async runTask(test) {
    const name = `${test.file.name} > ${test.fullTestName ?? test.name}`;
    const { dead, spentMs, finished, tests } = readVerdicts();
    if (finished.has(`${pass.name} ${name}`)) return;
    const isMine = (ms) => ms >= pass.fromMs && ms < pass.toMs;
    if (!pass.records && !isMine(tests.get(name) ?? 0)) return;
    const run = async () => await getFn(test)();
    state.currentTestId = name;
    const since = performance.now();
    await run().catch((error) => {
      write({ broken: name });
      throw error;
    });
    const usualMs = performance.now() - since;
    state.currentTestId = undefined;
    const reached = state.mutantCoverage.perTest[name] ?? {};
    const covered = Object.keys(reached).filter((id) => sampled.has(id));
    delete state.mutantCoverage.perTest[name];
    if (pass.records) write({ covered, test: name, ms: usualMs });
    // A test that fails when repeated cannot judge a mutant.
    if (isMine(tests.get(name) ?? usualMs) && (await passes(run)))
      await this.#judge(run, name, { covered, reached, usualMs, dead, spentMs });
    // Only time spent on a mutant may count as a hang.
    writeFileSync(current, "");
    if (pass.records) writeLoaded();
    write({ finished: `${pass.name} ${name}` });
  }

  async #judge(run, name, { covered, reached, usualMs, dead, spentMs }) {
    for (const mutant of covered) {
      if (dead.has(mutant) || (spentMs.get(mutant) ?? 0) > pass.patienceMs) continue;
      writeFileSync(current, JSON.stringify({ mutant, test: name }));
      const since = performance.now();
      const verdict = await tryMutant(run, mutant, { hits: reached[mutant], usualMs });
      write({ mutant, verdict, test: name, ms: Math.round(performance.now() - since) });
      // Leftovers of a failed test must not fail the next one.
      if (verdict !== "passed" && !(await passes(run))) return;
    }
  }
}
