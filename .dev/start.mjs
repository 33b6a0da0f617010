import { loadEnvironment } from "../scripts/lib/checkout.mjs";
import { assertAddressFree, readAddress, serve } from "../scripts/lib/serve.mjs";
loadEnvironment();
await assertAddressFree(readAddress());
await serve("start", async () => undefined);
