import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { compactSchema } from "./compact-schema.ts";
import type { JsonSchema } from "./json-schema.ts";

const schemaOf = (input: z.ZodType): JsonSchema => ({ ...z.toJSONSchema(input, { io: "input" }) });

describe("compactSchema", () => {
  it("removes bounds that are checked anyway, at every depth, and keeps what a model cannot guess", () => {
    const input = z.strictObject({
      name: z.string().min(1).max(64).describe("A name."),
      limit: z.int().min(1).max(2000).default(100),
      few: z
        .array(z.strictObject({ text: z.string().max(9) }))
        .min(1)
        .max(3),
      many: z.array(z.string().min(1)).max(500).optional(),
      variables: z.record(z.string().max(64), z.string().max(99)).optional(),
    });
    expect(compactSchema(schemaOf(input))).toEqual({
      type: "object",
      properties: {
        name: { type: "string", description: "A name." },
        limit: { type: "integer", maximum: 2000, default: 100 },
        few: {
          type: "array",
          maxItems: 3,
          items: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
        },
        many: { type: "array", items: { type: "string" } },
        variables: { type: "object", additionalProperties: { type: "string" } },
      },
      required: ["name", "few"],
    });
  });

  it("removes a default that says nothing or that the description states, and keeps any other", () => {
    const input = z.object({
      all: z.boolean().default(false),
      names: z.array(z.string()).default([]),
      count: z.number().default(8).describe("Default 8."),
      path: z.string().default("."),
      wait: z.boolean().default(true),
    });
    expect(compactSchema(schemaOf(input))["properties"]).toEqual({
      all: { type: "boolean" },
      names: { type: "array", items: { type: "string" } },
      count: { type: "number", description: "Default 8." },
      path: { type: "string", default: "." },
      wait: { type: "boolean", default: true },
    });
  });

  it("keeps arguments that have the names of keywords", () => {
    const properties = {
      maxLength: { type: "number" },
      $schema: { type: "string" },
      default: { type: "string" },
    };
    const schema = { type: "object", properties, required: ["maxLength"] };
    expect(compactSchema(schema)).toEqual(schema);
  });

  it("keeps the values of enumerations, constants and defaults as they are", () => {
    const schema = {
      enum: [{ minLength: 1 }, "a"],
      const: { minLength: 1 },
      default: { minLength: 1 },
      examples: [{ minLength: 1 }],
    };
    expect(compactSchema(schema)).toEqual(schema);
  });

  it("describes a union by a constant field as one object that lists the fields of each variant", () => {
    const goal = z.string().describe("Its number.");
    const operation = z.discriminatedUnion("op", [
      z.strictObject({ op: z.literal("add"), title: z.string().max(300), reason: z.string().optional() }),
      z.strictObject({ op: z.literal("done"), goal, title: z.string().max(300).describe("New.") }),
    ]);
    expect(compactSchema(schemaOf(operation))).toEqual({
      type: "object",
      properties: {
        op: { type: "string", enum: ["add", "done"], description: "add(title, reason?), done(goal, title)" },
        title: { type: "string", description: "New." },
        reason: { type: "string" },
        goal: { type: "string", description: "Its number." },
      },
      required: ["op", "title"],
    });
  });

  it.each<[string, z.ZodType]>([
    [
      "fields of different types",
      z.discriminatedUnion("op", [
        z.object({ op: z.literal("a"), value: z.string() }),
        z.object({ op: z.literal("b"), value: z.number() }),
      ]),
    ],
    ["no constant field", z.union([z.object({ text: z.string() }), z.object({ file: z.string() })])],
    ["variants that are no objects", z.union([z.string().describe("a"), z.number().describe("b")])],
  ])("keeps a union with %s", (_, input) => {
    const compact = compactSchema(schemaOf(input));
    expect(compact["oneOf"] ?? compact["anyOf"]).toHaveLength(2);
  });

  const ofKind = (kind: string): JsonSchema => ({
    type: "object",
    properties: { kind: { const: kind }, x: { type: "string" } },
  });
  it.each<[string, JsonSchema, JsonSchema]>([
    ["fields of its own", { properties: { path: { type: "string" } }, required: ["path"] }, {}],
    ["requirements of its own", { required: ["x"] }, {}],
    ["other conditions on all variants", { allOf: [{ properties: { path: { type: "string" } } }] }, {}],
    ["another union beside it", { anyOf: [{ required: ["x"] }] }, {}],
    ["a reference beside it", { $ref: "#/$defs/base", $defs: { base: { type: "object" } } }, {}],
    ["a condition in a variant", {}, { allOf: [{ required: ["x"] }] }],
    ["free fields in a variant", {}, { additionalProperties: { type: "string" } }],
  ])("keeps a union with %s", (_, beside, inVariant) => {
    const schema = { type: "object", ...beside, oneOf: [ofKind("a"), { ...ofKind("b"), ...inVariant }] };
    expect(compactSchema(schema)).toEqual(schema);
  });

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (schema) => {
        const once = compactSchema(schema);
        expect(compactSchema(once)).toEqual(once);
      }),
    );
  });
});
