import { memoryPlace, portsOf, runProduct } from "./product-run.ts";
import { startMockModel } from "./start-mock-model.ts";
import { captureOpening, rawFetchLoop } from "./raw-fetch-loop.ts";
const model = await startMockModel();
const baseUrl = model.baseUrl({ steps: 100 });
const opening = await captureOpening(model.baseUrl({ steps: 0 }));
for (let i = 0; i < 60; i++) {
  if (process.argv[2] === "raw") await rawFetchLoop(baseUrl, opening);
  else { const p = memoryPlace(); await runProduct(portsOf(p.stores, baseUrl), p.scope); }
}
model.stop();
