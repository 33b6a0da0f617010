import { deriveGraph } from "@goaltrace/core/graph";
import { outlineLog } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { startedIn } from "./started-in.ts";

it("names the goal of sub-agents once, also where agents of their own come between them", () => {
  const log = outlineLog();
  log.goal("look");
  const started = { k: "child", state: "spawned", d: "explore", task: "Look", call: "x" } as const;
  log.add({ ...started, child: "first" }, "look");
  log.add({ ...started, child: "second" }, "look");
  log.add({ ...started, child: "other" }, "root");
  const graph = deriveGraph("task", log.entries);
  const runs = [
    { id: "run", parentId: null },
    { id: "first", parentId: "run" },
    { id: "below", parentId: "first" },
    { id: "second", parentId: "run" },
    { id: "other", parentId: "run" },
  ];
  expect(runs.map((_run, index) => startedIn(graph, runs, index))).toEqual([
    null,
    "1 look",
    null,
    null,
    null,
  ]);
});
