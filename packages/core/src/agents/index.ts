export type { AgentDirectory } from "../ports/child-agents.ts";
export { STRATEGY_NAMES } from "../strategies/index.ts";
export { TOOL_TRIAL, toolTrialText } from "../strategies/tool-trial.ts";
export { commonTools } from "./agent-rights.ts";
export { agentDirectory } from "./agent-directory.ts";
export { AGENT_FIELDS, AGENT_NAME, readAgentFields, withoutAbsent } from "./agent-fields-schema.ts";
export {
  AGENT_LAYERS,
  type AgentFields,
  type AgentLayer,
  type AgentLayerName,
  BASIS,
  layerAgents,
  type LayeredAgent,
  toDefinition,
} from "./layered-agent.ts";
export { generalAgent, presetAgents, PRESETS } from "./presets.ts";
