// npm run soak [-- rounds]: the integration tests over and over, for what shows itself only now and then.
import { inCheckout, loadEnvironment } from "./lib/checkout.mjs";
import { ensureGenerated } from "./lib/generate.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main } from "./lib/step.mjs";
import { runVitest } from "./lib/suites.mjs";

const DEFAULT_ROUNDS = 20;

await main(async () => {
  process.chdir(inCheckout());
  loadEnvironment();
  // The tests take the whole of their long series.
  process.env.GOALTRACE_SOAK = "1";
  const rounds = Number(process.argv[2] ?? DEFAULT_ROUNDS);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`usage: npm run soak -- <rounds>, not "${process.argv[2]}"`);
  await ensureInstalled();
  await ensureGenerated();
  for (let round = 1; round <= rounds; round++) {
    console.log(`── round ${round} of ${rounds} ──`);
    const { failed } = await runVitest("integration");
    if (failed > 0) throw new Error(`${failed} failed in round ${round}`);
  }
});
