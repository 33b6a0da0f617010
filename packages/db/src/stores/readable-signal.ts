import { payloadSchema, SIGNAL_KINDS, type SignalKind } from "@goaltrace/core";
import { z } from "zod";
import { literals } from "../sql.ts";

/** Types that JSON schemas and PostgreSQL call by the same name. */
const typeSchema = z.enum(["string", "number", "boolean", "null"]);
/** The JSON schemas that payloads have so far. One that says more would need more SQL; it fails at the start of the process. */
const fieldSchema = z.strictObject({
  type: z.union([typeSchema, z.array(typeSchema)]),
  enum: z.array(z.string()).optional(),
});
const objectSchema = z.strictObject({
  $schema: z.string(),
  type: z.literal("object"),
  properties: z.record(z.string(), fieldSchema),
  required: z.array(z.string()).optional(),
  additionalProperties: z.boolean(),
});

/**
 * SQL that is true for the rows of `run_signal` that `readSignal` can read, made from the same schemas. `row` is the name of the table in the
 * statement; `kinds` are those that the statement is about.
 */
export function readableSignal(row: string, kinds: readonly SignalKind[] = SIGNAL_KINDS): string {
  const variants = [...new Set(kinds)].map((kind) => `(${row}.kind = '${kind}'${payloadFits(row, kind)})`);
  return `(jsonb_typeof(${row}.payload) = 'object' and (${variants.join(" or ")}))`;
}

function payloadFits(row: string, kind: SignalKind): string {
  const { properties, required = [] } = objectSchema.parse(payloadSchema(kind));
  return Object.entries(properties)
    .map(([name, { type, enum: values }]) => {
      const value = `${row}.payload -> '${name}'`;
      const isAbsent = required.includes(name) ? "" : `${value} is null or `;
      const isListed =
        values === undefined ? "" : ` and ${row}.payload ->> '${name}' in (${literals(values)})`;
      return ` and (${isAbsent}jsonb_typeof(${value}) in (${literals([type].flat())})${isListed})`;
    })
    .join("");
}
