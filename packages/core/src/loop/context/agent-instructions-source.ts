import type { ContextSource } from "../../ports/run-environment.ts";

/** Provides the instructions of the run's agent. */
export const agentInstructionsSource: ContextSource = {
  slot: "instructions",
  trust: "workspace",
  load: async ({ trace }) => ({ text: trace.agent.instructions, source: `agent ${trace.agent.name}` }),
};
