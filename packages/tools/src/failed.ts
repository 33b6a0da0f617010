import type { ToolResult } from "@goaltrace/core";

/** A result that tells the model what was wrong and how to call the tool right (R3). */
export function failed(title: string, output: string): ToolResult {
  return { outcome: "error", title, output };
}
