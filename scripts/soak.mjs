// npm run soak [-- rounds]: all tests but most of the browser's, with their long series, again and again, to find rare
// failures; then the mutation score of the unit tests.
import { inCheckout, loadEnvironment } from "./lib/checkout.mjs";
import { ensureGenerated } from "./lib/generate.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { runCommand } from "./lib/run-command.mjs";
import { main } from "./lib/step.mjs";
import { runBrowserTests, runVitest } from "./lib/suites.mjs";

const DEFAULT_ROUNDS = 20;
/** How often the web is killed within one run; `npm test` kills it twice. */
const WEB_KILLS = "5";

await main(async () => {
  process.chdir(inCheckout());
  loadEnvironment();
  const rounds = Number(process.argv[2] ?? DEFAULT_ROUNDS);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`usage: npm run soak -- <rounds>, not "${process.argv[2]}"`);
  await ensureInstalled();
  await ensureGenerated();
  // The tests run the whole of their long series.
  process.env.GOALTRACE_SOAK = "1";
  process.env.E2E_WEB_KILLS ??= WEB_KILLS;
  for (let round = 1; round <= rounds; round++) {
    console.log(`── round ${round} of ${rounds} ──`);
    for (const suite of [
      () => runVitest("unit"),
      () => runVitest("integration"),
      () => runBrowserTests(["survives"]),
    ]) {
      const { failed } = await suite();
      if (failed > 0) throw new Error(`${failed} failed in round ${round}`);
    }
  }
  delete process.env.GOALTRACE_SOAK;
  const { code } = await runCommand(process.execPath, [inCheckout("scripts/mutate.mjs")]);
  if (code !== 0) throw new Error("the mutation run failed");
});
