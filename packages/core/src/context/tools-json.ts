import { z } from "zod";
import type { Tool } from "../ports/tool.ts";

/** A tool never changes, and making its schema takes longer than all else before the first token. */
const made = new WeakMap<Tool, string>();

/** The JSON text of the `tools` array of a request, in the given order (T2). */
export function toolsJson(tools: readonly Tool[]): string {
  return `[${tools.map(toolJson).join(",")}]`;
}

function toolJson(tool: Tool): string {
  const known = made.get(tool);
  if (known !== undefined) return known;
  const { name, description } = tool;
  const json = JSON.stringify({
    type: "function",
    function: { name, description, parameters: parametersOf(tool) },
  });
  made.set(tool, json);
  return json;
}

function parametersOf(tool: Tool): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(tool.input, { io: "input" });
  return schema;
}
