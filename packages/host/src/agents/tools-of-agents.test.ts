import type { AgentDirectory } from "@goaltrace/core/agents";
import { expect, it } from "vitest";
import { toolsOfAgents } from "./tools-of-agents.ts";

function directory(...names: readonly string[]): AgentDirectory {
  const limits = { maxSteps: 1, maxTokens: null, maxDurationMs: null };
  const definitions = names.map((name) => ({
    agent: { name, instructions: "", strategy: "react", tools: "all" as const, limits },
    ...{ description: `does ${name}`, isReadOnly: false },
  }));
  return { list: () => definitions, find: (name) => definitions.find(({ agent }) => agent.name === name) };
}

it("returns the same tools for equal lists of agents, and tools that name the agents of each list", () => {
  const tools = toolsOfAgents(directory("general", "baker"));
  expect(toolsOfAgents(directory("general", "baker"))).toBe(tools);
  const others = toolsOfAgents(directory("general", "smith"));
  expect(others).not.toBe(tools);
  const task = others.find(({ name }) => name === "task");
  expect(JSON.stringify(task?.input.safeParse({ prompt: "a" }).data)).toContain('"agent":"general"');
  const alone = toolsOfAgents(directory("smith")).find(({ name }) => name === "task");
  expect(alone?.input.safeParse({ prompt: "a" }).success).toBe(false);
});
