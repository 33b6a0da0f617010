import { isSchema, type JsonSchema } from "./json-schema.ts";

/** One variant of a union: its constant, which no other variant has, its other fields, and which of those it requires. */
type Variant = {
  readonly name: string;
  readonly fields: Readonly<Record<string, JsonSchema>>;
  readonly required: ReadonlySet<string>;
};

/** Keywords beside a union that hold for every variant; the merged object would replace them or hide that they belong together. */
const CONDITIONS: ReadonlySet<string> = new Set(["properties", "required", "allOf", "anyOf", "$ref"]);
/** Keywords of a variant of which the merged object keeps what a model needs. */
const MERGED: ReadonlySet<string> = new Set(["type", "properties", "required", "title", "description"]);

/**
 * Returns a union of objects that one constant field tells apart (`{ "oneOf": [{ "op": "add", … }, …] }`) as one object, whose constant field is
 * an enumeration that lists the fields of each variant: `add(title, reason?)`. Fields that several variants share are described once.
 * Null for any other schema, if variants give a field different types, and if the schema or a variant has conditions that one object cannot state.
 */
export function mergeVariants({ oneOf, ...rest }: JsonSchema): JsonSchema | null {
  if (!Array.isArray(oneOf) || Object.keys(rest).some((key) => CONDITIONS.has(key))) return null;
  const objects = oneOf.filter(isPlainObjectSchema);
  const discriminator = objects.length === oneOf.length ? findDiscriminator(objects) : null;
  if (discriminator === null) return null;
  const variants = objects.map((object) => readVariant(object, discriminator));
  const fields = joinFields(variants);
  if (fields === null) return null;
  const signatures = variants.map(signatureOf).join(", ");
  return {
    ...rest,
    type: "object",
    properties: {
      [discriminator]: { type: "string", enum: variants.map(({ name }) => name), description: signatures },
      ...fields,
    },
    required: [discriminator, ...Object.keys(fields).filter((key) => isAlwaysRequired(key, variants))],
  };
}

type ObjectSchema = JsonSchema & { readonly properties: Readonly<Record<string, JsonSchema>> };

function isPlainObjectSchema(value: unknown): value is ObjectSchema {
  return (
    isSchema(value) && isSchema(value["properties"]) && Object.keys(value).every((key) => MERGED.has(key))
  );
}

/** The first field that is a text constant in every object. */
function findDiscriminator([first, ...others]: readonly ObjectSchema[]): string | null {
  const names = Object.keys(first?.properties ?? {});
  const isConstant = (object: ObjectSchema | undefined, name: string): boolean =>
    typeof object?.properties[name]?.["const"] === "string";
  return (
    names.find((name) => isConstant(first, name) && others.every((object) => isConstant(object, name))) ??
    null
  );
}

function readVariant({ properties, required }: ObjectSchema, discriminator: string): Variant {
  const { [discriminator]: constant, ...fields } = properties;
  const names = Array.isArray(required) ? required.map(String) : [];
  return { name: String(constant?.["const"]), fields, required: new Set(names) };
}

/** The fields of all variants, each as the first variant with a description of it has it; null if their types differ. */
function joinFields(variants: readonly Variant[]): Readonly<Record<string, JsonSchema>> | null {
  const joined = new Map<string, JsonSchema>();
  for (const [name, field] of variants.flatMap(({ fields }) => Object.entries(fields))) {
    const known = joined.get(name);
    if (known !== undefined && JSON.stringify(typeOf(known)) !== JSON.stringify(typeOf(field))) return null;
    if (known === undefined || (known["description"] === undefined && field["description"] !== undefined))
      joined.set(name, field);
  }
  return Object.fromEntries(joined);
}

function typeOf({ description: _text, default: _default, ...type }: JsonSchema): JsonSchema {
  return type;
}

function isAlwaysRequired(field: string, variants: readonly Variant[]): boolean {
  return variants.every(({ required }) => required.has(field));
}

function signatureOf({ name, fields, required }: Variant): string {
  const names = Object.keys(fields).map((field) => (required.has(field) ? field : `${field}?`));
  return `${name}(${names.join(", ")})`;
}
