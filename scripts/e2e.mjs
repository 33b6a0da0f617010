// npm run e2e: runs only the browser tests. Arguments after `--` are passed to Playwright.
import { inCheckout, loadEnvironment } from "./lib/checkout.mjs";
import { ensureGenerated } from "./lib/generate.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main } from "./lib/step.mjs";
import { runBrowserTests } from "./lib/suites.mjs";

await main(async () => {
  process.chdir(inCheckout());
  loadEnvironment();
  await ensureInstalled();
  await ensureGenerated();
  const { passed, failed } = await runBrowserTests(process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
});
