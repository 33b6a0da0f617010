// npm run check: runs every gate and prints a summary. Takes seconds when nothing has changed.
import { inCheckout, loadEnvironment } from "./lib/checkout.mjs";
import { GATES, runGates, UNIT_REPORT, vitestGate } from "./lib/gates.mjs";
import { ensureGenerated } from "./lib/generate.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main } from "./lib/step.mjs";

await main(async () => {
  process.chdir(inCheckout());
  loadEnvironment();
  const since = performance.now();
  await ensureInstalled();
  await ensureGenerated();
  const results = await runGates([...GATES, vitestGate("unit", UNIT_REPORT)]);
  const failed = results.filter((result) => !result.passed).map((result) => result.name);
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`${results.length - failed.length} of ${results.length} checks passed in ${seconds} s`);
  if (failed.length > 0) throw new Error(`failed: ${failed.join(", ")}`);
});
