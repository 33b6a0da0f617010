import type { AgentSnapshot } from "../log/trace.ts";
import type { AgentDirectory } from "../ports/child-agents.ts";
import { analystPrompt } from "../prompts/generated/analyst.ts";
import { explorePrompt } from "../prompts/generated/explore.ts";
import { generalPrompt } from "../prompts/generated/general.ts";
import { MAX_STEPS } from "../tunables.ts";
import { agentDirectory } from "./agent-directory.ts";
import { type AgentFields, type AgentLayer, layerAgents } from "./layered-agent.ts";

const LIMITS = { maxSteps: MAX_STEPS, maxTokens: null, maxDurationMs: null };

/** The built-in agent for conversations. It plans where that helps and uses every tool that the run permits. */
export const generalAgent: AgentSnapshot = {
  ...{ name: "general", instructions: generalPrompt.system, strategy: "react", tools: "all", limits: LIMITS },
};

/** The definitions of the built-in agents. */
export const PRESETS: readonly AgentLayer[] = [
  preset("analyst", {
    description: "weighs evidence, checks claims, calculates; only reads",
    ...{ instructions: analystPrompt.system, isReadOnly: true },
  }),
  preset("explore", {
    description: "finds things out; only reads",
    ...{ instructions: explorePrompt.system, isReadOnly: true },
  }),
  preset(generalAgent.name, {
    description: "works on any task, with every tool",
    instructions: generalPrompt.system,
  }),
];

/** The built-in agents. */
export const presetAgents: AgentDirectory = agentDirectory(layerAgents(PRESETS));

function preset(name: string, fields: AgentFields): AgentLayer {
  const { strategy, limits } = generalAgent;
  return {
    ...{ layer: "built_in", name, version: null, file: null, problem: null },
    fields: { strategy, models: [], maxSteps: limits.maxSteps, ...fields },
  };
}
