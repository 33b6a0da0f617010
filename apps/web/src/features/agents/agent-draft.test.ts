import fc from "fast-check";
import { expect, it } from "vitest";
import { toDraft, toFields } from "./agent-draft.ts";

const FIELDS = fc.record(
  {
    description: fc.constantFrom("answers customers", "reads"),
    instructions: fc.constantFrom("Answer.", "Line one.\nLine two."),
    models: fc.array(fc.constantFrom("openai/gpt-4.1", "local/small"), { minLength: 1, maxLength: 3 }),
    strategy: fc.constant("auto"),
    route: fc.constantFrom(null, "DIRECT" as const, "SIMPLE_TOOL" as const, "PLAN_REQUIRED" as const),
    tools: fc.subarray(["calculator", "read_file"]),
    isReadOnly: fc.constant(true as const),
    memory: fc.constantFrom("none" as const, "read" as const),
    maxSteps: fc.integer({ min: 1, max: 1_000 }),
    maxTokens: fc.integer({ min: 1, max: 1_000_000 }),
    maxDurationMs: fc.integer({ min: 1, max: 10_000 }).map((minutes) => minutes * 60_000),
  },
  { requiredKeys: [] },
);

it("keeps every field of a definition that is edited and saved without a change", () => {
  fc.assert(
    fc.property(FIELDS, (fields) => {
      expect(toFields(toDraft("support", fields))).toEqual(fields);
    }),
  );
});

it("has no statement for an empty form, and allows no tools for an empty list", () => {
  expect(toFields(toDraft("", null))).toEqual({});
  expect(toFields({ ...toDraft("", null), tools: [] })).toEqual({ tools: [] });
});
