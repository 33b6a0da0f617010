import { expect, it } from "vitest";
import { z } from "zod";
import { parseJson } from "../parse-json.ts";
import { defineTool } from "../ports/tool.ts";
import { firstSentence, shortToolJson } from "./short-tool.ts";

it("describes a tool by its first sentence and the types and choices of its arguments", () => {
  const tool = defineTool({
    name: "look",
    description: "Looks at example.com. Use it often.",
    input: z.object({
      description: z.string().describe("An argument of that name."),
      how: z.enum(["near", "far"]).describe("near: with a lens."),
      limit: z.int().max(9).default(3).describe("Lines."),
      steps: z.array(z.object({ text: z.string().describe("One step.") })).max(5),
    }),
    execute: () => "",
  });
  expect(parseJson(shortToolJson(tool))).toEqual({
    type: "function",
    function: {
      name: "look",
      description: "Looks at example.com.",
      parameters: {
        type: "object",
        properties: {
          description: { type: "string" },
          how: { type: "string", enum: ["near", "far"], description: "near: with a lens." },
          limit: { type: "integer" },
          steps: {
            type: "array",
            items: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
          },
        },
        required: ["description", "how", "steps"],
      },
    },
  });
});

it("keeps definitions that are named like texts, and choices as they are", () => {
  const schema = {
    type: "object",
    properties: { title: { $ref: "#/$defs/title" }, how: { enum: [{ title: "Near", default: 1 }] } },
    patternProperties: { default: { type: "string" } },
    $defs: { title: { type: "string" }, examples: { const: { description: "x" } } },
    definitions: { description: { type: "number" } },
  };
  const tool = defineTool({ name: "look", description: "Looks.", input: z.object({}), execute: () => "" });
  expect(parseJson(shortToolJson({ ...tool, schema }))).toMatchObject({ function: { parameters: schema } });
});

it.each([
  ["One. Two.", "One."],
  ["See a.b and c", "See a.b and c"],
  ["Ends here.", "Ends here."],
  ["", ""],
])("takes the first sentence of %j", (text, first) => {
  expect(firstSentence(text)).toBe(first);
});
