import type { ToolResult } from "../ports/tool.ts";

/** A failed call: `title` for people, `output` explains to the model what was wrong and how to call the tool correctly. */
export function errorResult(title: string, output: string): ToolResult {
  return { outcome: "error", title, output };
}
