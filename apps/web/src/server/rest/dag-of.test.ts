import { createInMemoryStores } from "@goaltrace/core/in-memory";
import { storeEventfulRun } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { readSkeleton } from "../reading/read-log.ts";
import { dagOf } from "./dag-of.ts";

it("O11 · the graph of a run is answered in the same bytes as ever", async () => {
  const stores = createInMemoryStores();
  const { scope, second } = await storeEventfulRun(stores);
  const log = await readSkeleton({ traces: stores.traces, scope }, second);
  await expect(JSON.stringify(dagOf(second, log), null, 1)).toMatchFileSnapshot("golden/dag.json");
});
