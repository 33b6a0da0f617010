import { expect, it } from "vitest";
import { z } from "zod";
import { defineTool, type Tool } from "../ports/tool.ts";
import { toolsJson } from "./tools-json.ts";

const toolWith = (input: z.ZodType): Tool =>
  defineTool({
    name: "probe",
    description: "Probes.",
    input,
    annotations: {},
    execute: async () => ({ title: "", output: "" }),
  });

function inputParameters(input: z.ZodType): unknown {
  const parsed: unknown = JSON.parse(toolsJson([toolWith(input)]));
  return z.tuple([z.object({ function: z.object({ parameters: z.unknown() }) })]).parse(parsed)[0].function
    .parameters;
}

it("includes of the integer bounds only the maximum of the schema", () => {
  const input = z.object({
    any: z.int(),
    counted: z.number().int().min(0),
    page: z.number().int().min(1).max(50).default(1).describe("From 1."),
    nested: z.array(z.object({ line: z.int().max(9) })).optional(),
  });
  expect(inputParameters(input)).toEqual({
    type: "object",
    properties: {
      any: { type: "integer" },
      counted: { type: "integer" },
      page: { type: "integer", maximum: 50, default: 1, description: "From 1." },
      nested: {
        type: "array",
        items: { type: "object", properties: { line: { type: "integer", maximum: 9 } }, required: ["line"] },
      },
    },
    required: ["any", "counted"],
  });
});

it("describes fields with a default or transform as the model sends them", () => {
  const input = z.strictObject({
    name: z
      .string()
      .trim()
      .transform((text) => text.length),
    mode: z.enum(["a", "b"]).default("a"),
  });
  expect(inputParameters(input)).toEqual({
    type: "object",
    properties: { name: { type: "string" }, mode: { type: "string", enum: ["a", "b"], default: "a" } },
    required: ["name"],
  });
});

it("serializes the tools in the given order", () => {
  const tools = ["b", "a"].map((name) => ({ ...toolWith(z.object({})), name }));
  const tool = (name: string): string =>
    `{"type":"function","function":{"name":"${name}","description":"Probes.","parameters":{"type":"object","properties":{}}}}`;
  expect(toolsJson(tools)).toBe(`[${tool("b")},${tool("a")}]`);
  expect(toolsJson([])).toBe("[]");
});
