import { expect, it } from "vitest";
import { agentNames, type NamedRun } from "./agent-name.ts";

const run = (id: string, agent: string, createdAt: number, parentId: string | null = "root"): NamedRun => ({
  ...{ id, agent, createdAt, parentId },
});

it("numbers sub-agents of one name in the order of their starts, at all depths", () => {
  const runs = [
    run("root", "general", 0, null),
    run("a", "explore", 1),
    run("c", "explore", 3, "a"),
    run("b", "explore", 2),
    run("d", "general", 4),
  ];
  const names = agentNames(runs);
  expect(runs.map(({ id }) => names.get(id))).toEqual([
    ...["general", "explore 1", "explore 3", "explore 2", "general"],
  ]);
});
