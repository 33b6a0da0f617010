import { payloadSchema, SIGNAL_KINDS, type SignalKind } from "@goaltrace/core/signals";
import { z } from "zod";
import { literals } from "../sql.ts";

/** Type names shared by JSON Schema and PostgreSQL. */
const typeSchema = z.enum(["string", "number", "boolean", "null"]);
/** The JSON Schema features that payloads use so far. A payload with more features would need more SQL and fails at process start. */
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
 * Returns SQL that is true for rows of `run_signal` that `readSignal` can read, generated from the same schemas. `row` is the table's name
 * in the statement; `kinds` are the kinds the statement covers.
 */
export function readableSignal(row: string, kinds: readonly SignalKind[] = SIGNAL_KINDS): string {
  const variants = [...new Set(kinds)].map(
    (kind) => `(${row}.kind = '${kind}'${payloadCondition(row, kind)})`,
  );
  return `(jsonb_typeof(${row}.payload) = 'object' and (${variants.join(" or ")}))`;
}

function payloadCondition(row: string, kind: SignalKind): string {
  const { properties, required = [] } = objectSchema.parse(payloadSchema(kind));
  return Object.entries(properties)
    .map(([name, { type, enum: values }]) => {
      const value = `${row}.payload -> '${name}'`;
      const orAbsent = required.includes(name) ? "" : `${value} is null or `;
      const andListed =
        values === undefined ? "" : ` and ${row}.payload ->> '${name}' in (${literals(values)})`;
      return ` and (${orAbsent}jsonb_typeof(${value}) in (${literals([type].flat())})${andListed})`;
    })
    .join("");
}
