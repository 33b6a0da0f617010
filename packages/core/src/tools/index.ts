export type { ToolSet } from "../ports/tool.ts";
export { errorResult } from "./error-result.ts";
export { childTools } from "./log-tools.ts";
export { createToolSet, narrowTools } from "./tool-set.ts";
export { searchMemoryTool } from "./search-memory.ts";
export { writeMemoryTool } from "./write-memory.ts";
