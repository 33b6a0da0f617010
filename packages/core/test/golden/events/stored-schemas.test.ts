import { expect, it } from "vitest";
import { z } from "zod";
import { EVENTS } from "../../../src/log/events/index.ts";
import { entryBaseSchema, messageSchema } from "../../../src/log/message-schema.ts";
import { traceSchema } from "../../../src/log/trace-schema.ts";

function toLine(name: string, schema: z.ZodType): string {
  const { $schema: _, ...fields } = z.toJSONSchema(schema, { io: "input" });
  return `${JSON.stringify({ name, ...fields })}\n`;
}

/** One line per stored form: fields, values of enumerations, and what may be null or absent. */
it("accepts and rejects stored entries and traces as recorded", async () => {
  const lines = [
    toLine("entry", entryBaseSchema),
    ...messageSchema.options.map((option) => toLine(option.shape.role.value, option)),
    ...EVENTS.map(({ type, entry }) => toLine(type, entry.shape.data)),
    toLine("trace", traceSchema),
  ];
  await expect(lines.join("")).toMatchFileSnapshot("schemas.jsonl");
});
