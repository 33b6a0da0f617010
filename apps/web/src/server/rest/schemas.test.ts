import { createInMemoryStores } from "@goaltrace/core/in-memory";
import { readDag } from "@goaltrace/core/reading";
import { storeEventfulRun } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { DAG } from "./schemas.ts";

it("O14 · the documented schema of a graph describes every field of its answer, and no other", async () => {
  const { traces, blobs } = createInMemoryStores();
  const { scope, second } = await storeEventfulRun({ traces, blobs });
  const dag = await readDag({ traces, scope }, second);
  expect(DAG.parse(dag)).toEqual(dag);
});
