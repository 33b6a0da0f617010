// npm test: everything there is, from a fresh checkout on. The very last line is `N passed, N failed`.
import { inCheckout, loadEnvironment } from "./lib/checkout.mjs";
import { GATES, runGates } from "./lib/gates.mjs";
import { ensureGenerated } from "./lib/generate.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { checkBundle, runBrowserTests, runVitest } from "./lib/suites.mjs";

const total = { passed: 0, failed: 0 };

/** Runs one suite and adds its counts; a suite that breaks is a failure, and the others still run. */
async function suite(title, run) {
  const since = performance.now();
  console.log(`\n── ${title} ──`);
  const counts = await run().catch((error) => {
    console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
    return { passed: 0, failed: 1 };
  });
  total.passed += counts.passed;
  total.failed += counts.failed;
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`${title}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
  return counts.failed === 0;
}

async function prepare() {
  await ensureInstalled();
  await ensureGenerated();
  return { passed: 0, failed: 0 };
}

async function check() {
  const results = await runGates(GATES);
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed };
}

process.chdir(inCheckout());
loadEnvironment();
if (await suite("prepare", prepare)) {
  await suite("check", check);
  await suite("unit", () => runVitest("unit"));
  await suite("integration", () => runVitest("integration"));
  await suite("bundle", checkBundle);
  await suite("e2e", () => runBrowserTests());
}
process.exitCode = total.failed > 0 ? 1 : 0;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
