import type { AgentSnapshot } from "../log/trace.ts";
import { generalPrompt } from "../prompts/generated/general.ts";
import { MAX_STEPS } from "../tunables.ts";

/** The built-in agent of a conversation: plans where it helps, works with every tool the run may use. */
export const generalAgent: AgentSnapshot = {
  name: "general",
  instructions: generalPrompt.system,
  strategy: "react",
  tools: "all",
  limits: { maxSteps: MAX_STEPS, maxTokens: null, maxDurationMs: null },
};
