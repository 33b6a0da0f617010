import type { ToolResult } from "../ports/tool.ts";

/** Returns the result of a failed call. `title` is for people; `output` explains the error and the correct call to the model. */
export function errorResult(title: string, output: string): ToolResult {
  return { outcome: "error", title, output };
}
