import { z } from "zod";
import type { Tool } from "../ports/tool.ts";
import { compactSchema } from "./compact-schema.ts";

/** Tools are immutable, and converting their schemas takes longer than everything else before the first token. */
const cache = new WeakMap<Tool, string>();
/** So are lists of tools, which many runs share. */
const listCache = new WeakMap<readonly Tool[], string>();

/** Returns the JSON text of a request's `tools` array in the given order, with compact schemas. The same tools give the same bytes. */
export function toolsJson(tools: readonly Tool[]): string {
  const cached = listCache.get(tools);
  if (cached !== undefined) return cached;
  const json = `[${tools.map(toolJson).join(",")}]`;
  listCache.set(tools, json);
  return json;
}

/** Returns the definition of a tool as a request has it. */
export function toolJson(tool: Tool): string {
  const cached = cache.get(tool);
  if (cached !== undefined) return cached;
  const { name, description } = tool;
  const json = JSON.stringify({
    type: "function",
    function: { name, description, parameters: compactSchema({ ...inputSchema(tool) }) },
  });
  cache.set(tool, json);
  return json;
}

/**
 * Returns the full JSON schema of a tool's input as a model sends it: fields with a default are optional. Omits the dialect, which some endpoints
 * reject, and zod's safe-integer bounds. Requests have a shorter one (`compactSchema`).
 */
export function inputSchema(tool: Tool): object {
  if (tool.schema !== undefined) {
    const { $schema: _foreign, ...foreign } = tool.schema;
    return foreign;
  }
  const { $schema: _dialect, ...schema } = z.toJSONSchema(tool.input, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return schema;
}
