import type { Tool } from "@goaltrace/core";
import { z } from "zod";

/**
 * The JSON schema of a tool's input as it is sent to models (T1): the same text for the same tool, always (R7). Bounds that only say
 * "a safe integer" are left out because they cost tokens and say nothing.
 */
export function toJsonSchema(tool: Pick<Tool, "input">): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(tool.input, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return schema;
}
