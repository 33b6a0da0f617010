import type { AgentSnapshot } from "../log/trace.ts";
import { generalPrompt } from "../prompts/generated/general.ts";
import { MAX_STEPS } from "../tunables.ts";

/** The built-in agent for conversations. It plans where that helps and uses every tool that the run permits. */
export const generalAgent: AgentSnapshot = {
  name: "general",
  instructions: generalPrompt.system,
  strategy: "react",
  tools: "all",
  limits: { maxSteps: MAX_STEPS, maxTokens: null, maxDurationMs: null },
};
