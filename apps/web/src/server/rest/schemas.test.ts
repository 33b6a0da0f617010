import { createInMemoryStores } from "@goaltrace/core/in-memory";
import { readDag } from "@goaltrace/core/reading";
import { buildTrace, storeEventfulRun } from "@goaltrace/core/testing";
import { TRACE, toRestTrace } from "@goaltrace/host/api";
import { expect, it } from "vitest";
import { DAG } from "./schemas.ts";

it("documents exactly the fields of a graph", async () => {
  const { traces, blobs } = createInMemoryStores();
  const { scope, second } = await storeEventfulRun({ traces, blobs });
  const dag = await readDag({ traces, scope }, second);
  expect(DAG.parse(dag)).toEqual(dag);
});

it("reports why a run is waiting", () => {
  const answer = toRestTrace(buildTrace({ id: "t1", status: "waiting", waitingFor: "pause" }));
  expect(TRACE.parse(answer)).toEqual(answer);
  expect(answer).toMatchObject({ status: "waiting", waitingFor: "pause" });
});
