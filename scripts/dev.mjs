// npm run dev: like npm start, with hot reload instead of a build.
import { ensureBubblewrap } from "./lib/bubblewrap.mjs";
import { loadEnvironment } from "./lib/checkout.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { assertAddressFree, readAddress, serve } from "./lib/serve.mjs";
import { main } from "./lib/step.mjs";

await main(async () => {
  loadEnvironment();
  await assertAddressFree(readAddress());
  await ensureInstalled();
  await ensureBubblewrap();
  await serve("dev");
});
