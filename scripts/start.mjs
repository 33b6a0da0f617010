// npm start: installs, builds and starts everything, from a fresh checkout to a running server.
import { ensureBubblewrap } from "./lib/bubblewrap.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { bundlePrograms } from "./lib/bundle-programs.mjs";
import { loadEnvironment } from "./lib/checkout.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { assertAddressFree, readAddress, serve } from "./lib/serve.mjs";
import { main } from "./lib/step.mjs";

await main(async () => {
  loadEnvironment();
  await assertAddressFree(readAddress());
  await ensureInstalled();
  await ensureBubblewrap();
  await serve("start", (signal) => Promise.all([ensureBuilt(signal), bundlePrograms()]));
});
