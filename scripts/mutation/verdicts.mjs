// The verdict on each mutant, in a file that several processes append to and that outlives them.
import { existsSync, readFileSync } from "node:fs";
import { inCheckout } from "../lib/checkout.mjs";

export const VERDICTS = ".cache/mutation/verdicts.jsonl";

/**
 * `{dead: Map of ids to the test that noticed them, spentMs: Map of time spent on survivors so far, covered: Set of ids reached by tests,
 * loaded: Set of ids reached while modules loaded, finished: Set of "pass test", broken: Set of tests that fail without a mutant,
 * tests: Map of tests to their usual milliseconds}`.
 */
export function readVerdicts() {
  const verdicts = {
    dead: new Map(),
    spentMs: new Map(),
    covered: new Set(),
    loaded: new Set(),
    finished: new Set(),
    broken: new Set(),
    tests: new Map(),
  };
  if (!existsSync(inCheckout(VERDICTS))) return verdicts;
  for (const line of readFileSync(inCheckout(VERDICTS), "utf8").split("\n")) {
    if (line === "") continue;
    const { mutant, verdict, test, ms, covered, loaded, finished, broken } = JSON.parse(line);
    if (finished) verdicts.finished.add(finished);
    else if (loaded) loaded.forEach((id) => verdicts.loaded.add(id));
    else if (broken) verdicts.broken.add(broken);
    else if (covered) {
      covered.forEach((id) => verdicts.covered.add(id));
      verdicts.tests.set(test, ms);
    } else if (verdict === "passed") verdicts.spentMs.set(mutant, (verdicts.spentMs.get(mutant) ?? 0) + ms);
    else verdicts.dead.set(mutant, test);
  }
  return verdicts;
}
