import { createInMemoryStores } from "@goaltrace/core/in-memory";
import { readDag } from "@goaltrace/core/reading";
import { buildTrace, storeEventfulRun } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { DAG, TRACE, traceOf } from "./schemas.ts";

it("the documented schema of a graph describes every field of its answer, and no other", async () => {
  const { traces, blobs } = createInMemoryStores();
  const { scope, second } = await storeEventfulRun({ traces, blobs });
  const dag = await readDag({ traces, scope }, second);
  expect(DAG.parse(dag)).toEqual(dag);
});

it("a run that waits names its reason", () => {
  const answer = traceOf(buildTrace({ id: "t1", status: "waiting", waitingFor: "pause" }));
  expect(TRACE.parse(answer)).toEqual(answer);
  expect(answer).toMatchObject({ status: "waiting", waitingFor: "pause" });
});
