/** An argument of a tool, as people read it. */
export type SchemaRow = {
  readonly name: string;
  /** Its type as in JSON schema, with the permitted values of an enumeration: `string`, `"ok" | "error"`, `integer[]`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** Bounds such as `1 to 20,000 characters`, as pairs of JSON schema's words and their values. */
  readonly bounds: readonly (readonly [name: string, value: number])[];
};

/** Returns the properties of a JSON schema of an object. A schema without any has no rows. */
export function schemaRows(schema: unknown): readonly SchemaRow[] {
  const properties = fieldOf(schema, "properties");
  if (!isObject(properties)) return [];
  const required = fieldOf(schema, "required");
  return Object.entries(properties).map(([name, property]) => {
    const description = fieldOf(property, "description");
    return {
      name,
      type: typeText(property),
      isRequired: Array.isArray(required) && required.includes(name),
      description: typeof description === "string" ? description : "",
      bounds: BOUNDS.flatMap((bound) => {
        const value = fieldOf(property, bound);
        return typeof value === "number" ? [[bound, value] as const] : [];
      }),
    };
  });
}

const BOUNDS = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"];

function typeText(schema: unknown): string {
  const values = fieldOf(schema, "enum");
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  const constant = fieldOf(schema, "const");
  if (constant !== undefined) return JSON.stringify(constant);
  for (const name of ["anyOf", "oneOf"]) {
    const parts = fieldOf(schema, name);
    if (Array.isArray(parts)) return [...new Set(parts.map(typeText))].join(" | ");
  }
  const type = fieldOf(schema, "type");
  if (type === "array") return `${bracket(typeText(fieldOf(schema, "items")))}[]`;
  if (Array.isArray(type)) return type.filter((name) => typeof name === "string").join(" | ");
  return typeof type === "string" ? type : "any";
}

function bracket(type: string): string {
  return type.includes(" | ") ? `(${type})` : type;
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
