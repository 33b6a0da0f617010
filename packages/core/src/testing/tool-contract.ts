import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toolsJson } from "../context/tools-json.ts";
import type { Tool } from "../ports/tool.ts";
import { createToolSet } from "../tools/tool-set.ts";

const wireTools = z.array(
  z.strictObject({
    type: z.literal("function"),
    function: z.strictObject({
      name: z.string(),
      description: z.string().min(1),
      parameters: z.strictObject({
        type: z.literal("object"),
        properties: z.record(z.string(), z.looseObject({ description: z.string().min(1) })),
        required: z.array(z.string()).optional(),
        additionalProperties: z.literal(false).optional(),
      }),
    }),
  }),
);

/** Tests the requirements for sending tools to models: call it in a test file with a package's tools. */
export function describeToolContract(name: string, tools: () => readonly Tool[]): void {
  describe(`tool contract: ${name}`, () => {
    it("sends every tool as an object with described fields", () => {
      expect(wireTools.safeParse(JSON.parse(toolsJson(tools()))).error?.issues ?? []).toEqual([]);
    });

    it("omits the bounds of safe integers from schemas", () => {
      expect(toolsJson(tools())).not.toContain(String(Number.MAX_SAFE_INTEGER));
    });

    it("requires no field with a default", () => {
      for (const sent of wireTools.parse(JSON.parse(toolsJson(tools())))) {
        const { properties, required = [] } = sent.function.parameters;
        const withDefault = Object.keys(properties).filter((field) => "default" in (properties[field] ?? {}));
        expect(
          required.filter((field) => withDefault.includes(field)),
          sent.function.name,
        ).toEqual([]);
      }
    });

    it("serializes tools identically in any order", () => {
      const bytes = (list: readonly Tool[]): string => toolsJson(createToolSet(list).tools);
      expect(bytes(tools().toReversed())).toBe(bytes(tools()));
    });
  });
}
