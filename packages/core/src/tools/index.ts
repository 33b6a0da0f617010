export type { ToolSet } from "../ports/tool.ts";
export { errorResult } from "./error-result.ts";
export { createToolSet, narrowTools } from "./tool-set.ts";
export { readMemoryTool } from "./read-memory.ts";
export { searchMemoryTool } from "./search-memory.ts";
export { writeMemoryTool } from "./write-memory.ts";
