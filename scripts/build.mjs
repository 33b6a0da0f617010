// npm run build: generates code and builds the web application if their sources changed.
import { ensureBuilt } from "./lib/build.mjs";
import { loadEnvironment } from "./lib/checkout.mjs";
import { ensureGenerated } from "./lib/generate.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main } from "./lib/step.mjs";

await main(async () => {
  loadEnvironment();
  await ensureInstalled();
  await ensureGenerated();
  await ensureBuilt();
});
