import { type AgentLayer, layerAgents, type LayeredAgent, PRESETS } from "@goaltrace/core/agents";
import { expect, it } from "vitest";
import { agentLines, agentRow, toJson } from "./agent-lines.ts";

const WORKSPACE: AgentLayer = {
  ...{ layer: "workspace", name: "explore", version: 4, file: null, problem: null },
  fields: { description: "reads the wiki", models: ["openai/gpt-4.1", "local/small"], maxSteps: 20 },
};
const PROJECT: AgentLayer = {
  ...{ layer: "project", name: "explore", version: null, problem: null },
  file: ".goaltrace/agents/explore.md",
  fields: { tools: ["read_file"], memory: "read", maxDurationMs: 90_000, instructions: "Read the docs." },
};

const explore = (...layers: readonly AgentLayer[]): LayeredAgent => {
  const agent = layerAgents([...PRESETS, ...layers]).find(({ name }) => name === "explore");
  if (agent === undefined) throw new Error("there is no agent explore");
  return agent;
};

it("names the places that define an agent, highest first", () => {
  expect(agentRow(explore(WORKSPACE, PROJECT))).toBe(
    "explore    reads the wiki (project over workspace over built-in)",
  );
  expect(agentRow(explore({ ...PROJECT, problem: "It is a link." }))).toContain(
    "cannot be used: It is a link.",
  );
});

it("shows where every part of an agent comes from", () => {
  expect(agentLines(explore(WORKSPACE, PROJECT))).toEqual([
    "explore: reads the wiki",
    "source: built-in",
    "source: workspace, version 4",
    "source: project, .goaltrace/agents/explore.md",
    "models: openai/gpt-4.1, then local/small (workspace)",
    "strategy: react (built-in)",
    "tools: read_file (project); of these only those that change nothing (built-in)",
    "memory: read (project)",
    "limits: 20 steps (workspace), 1.5 minutes (project)",
    "instructions: project",
    "\nRead the docs.",
  ]);
});

it("prints an agent as one JSON line with the same facts", () => {
  const line: unknown = JSON.parse(toJson(explore(WORKSPACE)));
  expect(line).toMatchObject({
    ...{ name: "explore", isReadOnly: true, tools: "all", source: "workspace" },
    layers: [{ layer: "built-in" }, { layer: "workspace", version: 4 }],
    limits: { maxSteps: 20, maxTokens: null, maxDurationMs: null },
    from: { description: "workspace", instructions: "built_in", maxSteps: "workspace" },
  });
});
