// npm run soak [-- rounds]: repeats all unit, integration and browser tests with their long series, to find intermittent failures; then
// measures the mutation score of the unit tests.
import { inCheckout, loadEnvironment } from "./lib/checkout.mjs";
import { ensureGenerated } from "./lib/generate.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { runCommand } from "./lib/run-command.mjs";
import { main } from "./lib/step.mjs";
import { runBrowserTests, runVitest } from "./lib/suites.mjs";

const DEFAULT_ROUNDS = 20;
/** Kills of the web server per run; `npm test` kills it twice. */
const WEB_KILLS = "5";

await main(async () => {
  process.chdir(inCheckout());
  loadEnvironment();
  const rounds = Number(process.argv[2] ?? DEFAULT_ROUNDS);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`Usage: npm run soak -- <rounds>; "${process.argv[2]}" is not a whole number above 0`);
  await ensureInstalled();
  await ensureGenerated();
  // Makes the tests run their long series completely.
  process.env.GOALTRACE_SOAK = "1";
  process.env.E2E_WEB_KILLS ??= WEB_KILLS;
  for (let round = 1; round <= rounds; round++) {
    console.log(`── round ${round} of ${rounds} ──`);
    for (const suite of [() => runVitest("unit"), () => runVitest("integration"), () => runBrowserTests()]) {
      const { failed } = await suite();
      if (failed > 0) throw new Error(`${failed} failed in round ${round}`);
    }
  }
  delete process.env.GOALTRACE_SOAK;
  const { code } = await runCommand(process.execPath, [inCheckout("scripts/mutate.mjs")]);
  if (code !== 0) throw new Error("the mutation run failed");
});
