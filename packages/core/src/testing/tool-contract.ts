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
      }),
    }),
  }),
);

/** What every list of tools must hold to be sent to models: call it in a test file with the tools that a package offers. */
export function describeToolContract(name: string, tools: () => readonly Tool[]): void {
  describe(`tool contract: ${name}`, () => {
    it("every tool is an object with described fields on the wire", () => {
      expect(wireTools.safeParse(JSON.parse(toolsJson(tools()))).error?.issues ?? []).toEqual([]);
    });

    it("no schema carries the bounds of a safe integer", () => {
      expect(toolsJson(tools())).not.toContain(String(Number.MAX_SAFE_INTEGER));
    });

    it("requires exactly the fields that have no default", () => {
      for (const sent of wireTools.parse(JSON.parse(toolsJson(tools())))) {
        const { properties, required = [] } = sent.function.parameters;
        const withDefault = Object.keys(properties).filter((field) => "default" in (properties[field] ?? {}));
        expect(
          required.filter((field) => withDefault.includes(field)),
          sent.function.name,
        ).toEqual([]);
      }
    });

    it("the same tools in another order make the same bytes", () => {
      const bytes = (given: readonly Tool[]): string => toolsJson(createToolSet(given).tools);
      expect(bytes(tools().toReversed())).toBe(bytes(tools()));
    });
  });
}
