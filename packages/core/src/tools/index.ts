export type { ToolSet } from "../ports/tool.ts";
export { errorResult } from "./error-result.ts";
export { childTools } from "./log-tools.ts";
export { mayHaveTool } from "../ports/may-have-tool.ts";
export { type ToolFacts, toolFacts } from "./tool-facts.ts";
export { createToolSet, narrowTools } from "./tool-set.ts";
export { skillTools } from "./skill-tools.ts";
export { profileTools } from "./profile-tools.ts";
export { memoryTools } from "./memory-tools.ts";
