import { mergeVariants } from "./merge-variants.ts";

/** A JSON schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Keywords that cost tokens in every request and rarely change what a model writes: the loop checks arguments against the full schema, and its
 * answer to a call that breaks one of these says what was wrong. `maximum` stays, because a model cannot guess it.
 */
const NOISE: ReadonlySet<string> = new Set([
  ...["$schema", "minLength", "maxLength", "minItems", "minimum", "propertyNames"],
]);
/** The longest list whose limit a request states; no model comes near that of a longer one. */
const MAX_STATED_ITEMS = 10;
/** Keywords whose value is a map of schemas by a free name. */
const MAPS: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions"]);
/** Keywords whose value is a schema or a list of schemas. */
const SCHEMAS: ReadonlySet<string> = new Set([
  ...["items", "prefixItems", "additionalProperties", "anyOf", "oneOf", "allOf", "not"],
]);

/**
 * Returns a schema that takes fewer tokens and describes the same arguments to a model: without bounds that are checked anyway, without
 * defaults that say nothing or that the description states, and with a union of variants as one object whose discriminator lists the fields of
 * each variant.
 */
export function compactSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([key, value]) => !isNoise(key, value, schema));
  const compact = Object.fromEntries(kept.map(([key, value]) => [key, compactValue(key, value)]));
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

function compactValue(key: string, value: unknown): unknown {
  if (MAPS.has(key) && isSchema(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, compactPart(part)]));
  if (!SCHEMAS.has(key)) return value;
  return Array.isArray(value) ? value.map(compactPart) : compactPart(value);
}

function compactPart(value: unknown): unknown {
  return isSchema(value) ? compactSchema(value) : value;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
