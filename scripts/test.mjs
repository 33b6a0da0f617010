// npm test: runs everything from a fresh checkout. The last line is `N passed, N failed`.
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureBubblewrap } from "./lib/bubblewrap.mjs";
import { inCheckout, loadEnvironment } from "./lib/checkout.mjs";
import { GATES, runGates } from "./lib/gates.mjs";
import { ensureGenerated } from "./lib/generate.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { checkBundle, runBrowserTests, runVitest } from "./lib/suites.mjs";

/** Maximum lines of a failure's message in the summary; the whole message appears where it was printed first. */
const MESSAGE_LINES = 12;

const total = { passed: 0, failed: 0, failures: [], flaky: [] };

/** Runs one suite and adds its counts; a suite that throws counts as a failure, and the others still run. */
async function suite(title, run) {
  const since = performance.now();
  console.log(`\n── ${title} ──`);
  const counts = await run().catch((error) => {
    const message = error instanceof Error ? error.message : String(error);
    console.error(`✗ ${message}`);
    return { passed: 0, failed: 1, failures: [{ name: "did not run", message }] };
  });
  total.passed += counts.passed;
  total.failed += counts.failed;
  for (const list of ["failures", "flaky"])
    total[list].push(...(counts[list] ?? []).map((test) => ({ ...test, suite: title })));
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`${title}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
  return counts.failed === 0;
}

async function prepare() {
  await ensureInstalled();
  await ensureGenerated();
  // Without it the tests of the sandbox would have nothing to test.
  await ensureBubblewrap({ again: true });
  return { passed: 0, failed: 0, failures: [] };
}

async function check() {
  const results = await runGates(GATES);
  const failures = results
    .filter((result) => !result.passed)
    .map(({ name, output }) => ({ name, message: output.trimEnd() }));
  return { passed: results.length - failures.length, failed: failures.length, failures };
}

/** The browser tests take longest, and need only the build and a browser. */
async function browserTests(built, browser) {
  await Promise.all([built, browser]);
  await suite("e2e", () => runBrowserTests());
}

/**
 * One after the other, beside the browser tests: three suites at once on two processors take a third more processor time, and tests that wait for
 * something run into limits.
 */
async function otherTests(checked) {
  await checked;
  await suite("unit", () => runVitest("unit"));
  await suite("integration", () => runVitest("integration"));
}

/** Repeats the failures at the end, because the output of later suites has pushed them out of view. */
function summarize({ suite: title, name, message }) {
  const lines = message.split("\n");
  const shown = lines.slice(0, MESSAGE_LINES).map((line) => `    ${line}`);
  if (lines.length > MESSAGE_LINES) shown.push(`    … ${lines.length - MESSAGE_LINES} more lines above`);
  console.log([`✗ ${title}: ${name}`, ...shown].join("\n"));
}

process.chdir(inCheckout());
loadEnvironment();
if (await suite("prepare", prepare)) {
  // The system's packages are only downloaded and unpacked. The browser tests try again and report a failure.
  const browser = ensureBrowser().catch(() => undefined);
  const built = suite("bundle", checkBundle);
  await Promise.all([browserTests(built, browser), otherTests(suite("check", check))]);
}
if (total.flaky.length > 0) console.log("\n── passed only when repeated: find out why ──");
total.flaky.forEach(summarize);
if (total.failed > 0) console.log("\n── failures ──");
total.failures.forEach(summarize);
process.exitCode = total.failed > 0 ? 1 : 0;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
