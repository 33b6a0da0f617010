import { expect, it } from "vitest";
import { schemaRows } from "./schema-rows.ts";

const SCHEMA = {
  type: "object",
  properties: {
    path: { type: "string", minLength: 1, description: "Where" },
    kind: { enum: ["file", "folder"] },
    lines: { type: "array", items: { anyOf: [{ type: "integer" }, { type: "string" }] } },
    depth: { type: "integer", minimum: 0, maximum: 5 },
    recursive: { type: "boolean" },
    rest: {},
  },
  required: ["path", "kind", "lines", "depth", "recursive"],
};

it("lists the arguments of a schema with type, bounds and description", () => {
  expect(schemaRows(SCHEMA)).toEqual([
    { name: "path", type: "string", isRequired: true, description: "Where", bounds: [["minLength", 1]] },
    { name: "kind", type: '"file" | "folder"', isRequired: true, description: "", bounds: [] },
    { name: "lines", type: "(integer | string)[]", isRequired: true, description: "", bounds: [] },
    {
      ...{ name: "depth", type: "integer", isRequired: true, description: "" },
      bounds: [
        ["minimum", 0],
        ["maximum", 5],
      ],
    },
    { name: "recursive", type: "boolean", isRequired: true, description: "", bounds: [] },
    { name: "rest", type: "any", isRequired: false, description: "", bounds: [] },
  ]);
});

it.each([null, [], "text", {}, { properties: [] }])("finds no arguments in %j", (schema) => {
  expect(schemaRows(schema)).toEqual([]);
});
