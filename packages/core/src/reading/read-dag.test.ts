import { expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/index.ts";
import { buildLog, buildTrace } from "../testing/builders.ts";
import { storeEventfulRun } from "../testing/eventful-run.ts";
import { readDag } from "./read-dag.ts";
import { readTrace } from "./read-log.ts";

it("returns the graph of a run in the exact bytes that programs rely on", async () => {
  const { traces, blobs } = createInMemoryStores();
  const { scope, second } = await storeEventfulRun({ traces, blobs });
  const dag = await readDag({ traces, scope }, second);
  await expect(JSON.stringify(dag, null, 1)).toMatchFileSnapshot("golden/dag.json");
});

it("returns the graphs of spawned runs beside the graph of their root, never merged", async () => {
  const { traces } = createInMemoryStores();
  const scope = { workspaceId: "workspace", personId: "person" };
  const parents = { root: null, child: "root", grandchild: "child" };
  for (const [id, parentId] of Object.entries(parents)) {
    const log = buildLog({ traceId: id });
    log.user(`Task of ${id}`);
    const spawnedBy =
      parentId === null ? null : { messageId: `message of ${parentId}`, toolCallId: `spawn ${id}` };
    const trace = buildTrace({ id, ...scope, rootId: "root", parentId, spawnedBy, task: id }, log.entries);
    await traces.create(scope, trace, log.entries, []);
  }
  const reader = { traces, scope };
  const alone = await readDag(reader, await readTrace(reader, "grandchild"));
  const { children, ...root } = await readDag(reader, await readTrace(reader, "root"));
  expect(root.goals.map((goal) => goal.title)).toEqual(["root"]);
  expect(
    children.map(({ traceId, parentId, spawnedBy }) => [traceId, parentId, spawnedBy?.toolCallId]),
  ).toEqual([
    ["child", "root", "spawn child"],
    ["grandchild", "child", "spawn grandchild"],
  ]);
  expect(children[1]).toMatchObject({ goals: alone.goals, nodes: alone.nodes, edges: alone.edges });
  expect(alone.children).toEqual([]);
});
