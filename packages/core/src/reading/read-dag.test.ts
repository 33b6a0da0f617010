import { expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/index.ts";
import { storeEventfulRun } from "../testing/eventful-run.ts";
import { readDag } from "./read-dag.ts";

it("O11 · answers the graph of a run in the bytes that programs rely on", async () => {
  const { traces, blobs } = createInMemoryStores();
  const { scope, second } = await storeEventfulRun({ traces, blobs });
  const dag = await readDag({ traces, scope }, second);
  await expect(JSON.stringify(dag, null, 1)).toMatchFileSnapshot("golden/dag.json");
});
