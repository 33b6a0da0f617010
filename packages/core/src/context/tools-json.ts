import { z } from "zod";
import type { Tool } from "../ports/tool.ts";

/** A tool never changes, and converting its schema takes longer than everything else before the first token. */
const cache = new WeakMap<Tool, string>();

/** The JSON text of a request's `tools` array, in the given order: the same bytes for the same tools. */
export function toolsJson(tools: readonly Tool[]): string {
  return `[${tools.map(toolJson).join(",")}]`;
}

function toolJson(tool: Tool): string {
  const cached = cache.get(tool);
  if (cached !== undefined) return cached;
  const { name, description } = tool;
  const json = JSON.stringify({
    type: "function",
    function: { name, description, parameters: inputSchema(tool) },
  });
  cache.set(tool, json);
  return json;
}

/**
 * The JSON schema of what a model may send: fields with a default are optional. Without the dialect, which some endpoints refuse,
 * and without the bounds that zod gives every integer, which cost tokens and say only "a safe integer".
 */
export function inputSchema(tool: Tool): object {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(tool.input, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return schema;
}
