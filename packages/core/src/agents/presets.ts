import type { AgentSnapshot } from "../log/trace.ts";
import type { AgentDefinition, AgentDirectory } from "../ports/child-agents.ts";
import { analystPrompt } from "../prompts/generated/analyst.ts";
import { explorePrompt } from "../prompts/generated/explore.ts";
import { generalPrompt } from "../prompts/generated/general.ts";
import { MAX_STEPS } from "../tunables.ts";

const LIMITS = { maxSteps: MAX_STEPS, maxTokens: null, maxDurationMs: null };

/** The built-in agent for conversations. It plans where that helps and uses every tool that the run permits. */
export const generalAgent: AgentSnapshot = {
  ...{ name: "general", instructions: generalPrompt.system, strategy: "react", tools: "all", limits: LIMITS },
};

const PRESETS: readonly AgentDefinition[] = [
  {
    agent: { ...generalAgent, name: "analyst", instructions: analystPrompt.system },
    description: "weighs evidence, checks claims, calculates; only reads",
    isReadOnly: true,
  },
  {
    agent: { ...generalAgent, name: "explore", instructions: explorePrompt.system },
    description: "finds things out; only reads",
    isReadOnly: true,
  },
  { agent: generalAgent, description: "works on any task, with every tool", isReadOnly: false },
];

/** The built-in agents. */
export const presetAgents: AgentDirectory = {
  list: () => PRESETS,
  find: (name) => PRESETS.find(({ agent }) => agent.name === name),
};

export type { AgentDefinition } from "../ports/child-agents.ts";
