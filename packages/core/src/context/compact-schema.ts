import { changeParts, type JsonSchema } from "./json-schema.ts";
import { mergeVariants } from "./merge-variants.ts";

/**
 * Keywords that cost tokens in every request and rarely change what a model writes: the loop checks arguments against the full schema, and its
 * answer to a call that breaks one of these says what was wrong. `maximum` stays, because a model cannot guess it.
 */
const NOISE: ReadonlySet<string> = new Set([
  ...["$schema", "minLength", "maxLength", "minItems", "minimum", "propertyNames"],
]);
/** The longest list whose limit a request states; no model comes near that of a longer one. */
const MAX_STATED_ITEMS = 10;

/**
 * Returns a schema that takes fewer tokens and describes the same arguments to a model: without bounds that are checked anyway, without
 * defaults that say nothing or that the description states, and with a union of variants as one object whose discriminator lists the fields of
 * each variant.
 */
export function compactSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([key, value]) => !isNoise(key, value, schema));
  const compact = Object.fromEntries(
    kept.map(([key, value]) => [key, changeParts(key, value, compactSchema)]),
  );
  return mergeVariants(compact) ?? compact;
}

function isNoise(key: string, value: unknown, schema: JsonSchema): boolean {
  if (NOISE.has(key)) return true;
  if (key === "additionalProperties") return value === false;
  if (key === "maxItems") return typeof value === "number" && value > MAX_STATED_ITEMS;
  if (key !== "default") return false;
  const { description } = schema;
  return (
    value === false ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof description === "string" && /\bdefault\b/iu.test(description))
  );
}
