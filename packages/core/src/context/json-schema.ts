/** A JSON schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Keywords whose value is a map of schemas by a free name. */
const MAPS: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions"]);
/** Keywords whose value is a schema or a list of schemas. */
const SCHEMAS: ReadonlySet<string> = new Set([
  ...["items", "prefixItems", "additionalProperties", "anyOf", "oneOf", "allOf", "not"],
]);

/** Returns the value of a keyword with every schema directly in it changed; values that are not schemas, such as choices and defaults, stay. */
export function changeParts(key: string, value: unknown, change: (part: JsonSchema) => JsonSchema): unknown {
  const changePart = (part: unknown): unknown => (isSchema(part) ? change(part) : part);
  if (MAPS.has(key) && isSchema(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changePart(part)]));
  if (!SCHEMAS.has(key)) return value;
  return Array.isArray(value) ? value.map(changePart) : changePart(value);
}

/** Returns true for an object, which a schema is unless it is true or false. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
