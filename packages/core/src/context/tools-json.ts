import { z } from "zod";
import type { Tool } from "../ports/tool.ts";

/** The JSON text of the `tools` array of a request, in the given order (T2). Made once a turn. */
export function toolsJson(tools: readonly Tool[]): string {
  return JSON.stringify(
    tools.map((tool) => ({
      type: "function",
      function: { name: tool.name, description: tool.description, parameters: parametersOf(tool) },
    })),
  );
}

function parametersOf(tool: Tool): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(tool.input, { io: "input" });
  return schema;
}
