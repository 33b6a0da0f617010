import { z } from "zod";

/** A step from a schema to one of its parts. */
type Step =
  | { readonly kind: "property"; readonly name: string }
  | { readonly kind: "option"; readonly index: number }
  | { readonly kind: "item" }
  | { readonly kind: "key" }
  | { readonly kind: "value" };

/** A place of an input that takes a text, and the steps to it. */
export type Place = { readonly name: string; readonly steps: readonly Step[] };

type Schema = z.core.JSONSchema.BaseSchema;
/** Returns a valid value for a property of this name, if the schema alone does not give one. */
type Known = (name: string) => unknown;

/** Returns the JSON schema of what a caller sends. */
export function inputSchema(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
}

/** Returns every place of an input. A place for a number or a choice is one too: a caller may send a text there. */
export function placesOf(schema: Schema): readonly Place[] {
  return stepsOf(schema).map((steps) => ({ name: nameOf(steps), steps }));
}

/** Returns a valid value of the schema; with `at`, the smallest one that has `text` at that place. */
export function valueOf(
  schema: Schema,
  known: Known,
  at?: { readonly place: Place; readonly text: string },
): unknown {
  return build(schema, { name: "", known, text: at?.text ?? "" }, at?.place.steps);
}

function stepsOf(schema: Schema): readonly (readonly Step[])[] {
  const options = optionsOf(schema);
  if (options !== undefined)
    return options.flatMap((option, index) => below({ kind: "option", index }, option));
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, property]) =>
      below({ kind: "property", name }, asSchema(property)),
    );
  if (schema.items !== undefined) return below({ kind: "item" }, asSchema(schema.items));
  if (schema.type === "object")
    return [[{ kind: "key" }], ...below({ kind: "value" }, asSchema(schema.additionalProperties))];
  return [[]];
}

const below = (step: Step, schema: Schema): readonly (readonly Step[])[] =>
  stepsOf(schema).map((steps) => [step, ...steps]);

type Context = { readonly name: string; readonly known: Known; readonly text: string };

function build(schema: Schema, context: Context, steps: readonly Step[] | undefined): unknown {
  const [step, ...rest] = steps ?? [];
  if (steps !== undefined && step === undefined) return atPlace(schema, context.text);
  const inner = steps === undefined ? undefined : rest;
  const options = optionsOf(schema);
  if (options !== undefined) {
    const index = step?.kind === "option" ? step.index : 0;
    return build(options[index] ?? {}, context, inner);
  }
  if (schema.properties !== undefined) return buildObject(schema, context, steps);
  if (schema.items !== undefined)
    return step === undefined && (schema.minItems ?? 0) === 0
      ? []
      : [build(asSchema(schema.items), context, inner)];
  if (schema.type === "object") {
    if (step === undefined) return {};
    return step.kind === "key"
      ? { [context.text]: "a" }
      : { a: build(asSchema(schema.additionalProperties), context, inner) };
  }
  return plainValue(schema, context);
}

function buildObject(schema: Schema, context: Context, steps: readonly Step[] | undefined): object {
  const [step, ...rest] = steps ?? [];
  const target = step?.kind === "property" ? step.name : undefined;
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    if (name === target) return [[name, build(asSchema(property), { ...context, name }, rest)]];
    return required.has(name) ? [[name, build(asSchema(property), { ...context, name }, undefined)]] : [];
  });
  return Object.fromEntries(members) as object;
}

function plainValue(schema: Schema, { name, known }: Context): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const given = known(name);
  if (given !== undefined) return given;
  switch (schema.type) {
    case "number":
    case "integer":
      return Math.max(schema.minimum ?? 1, 1);
    case "boolean":
      return false;
    case "null":
      return null;
    case "string":
    case "array":
    case "object":
    case undefined:
      return "a".repeat(Math.max(schema.minLength ?? 1, 1));
  }
}

/** A text that is a number goes to a place for numbers as a number, so that it passes the check of types. */
function atPlace({ type }: Schema, text: string): unknown {
  const isNumber = type === "number" || type === "integer";
  return isNumber && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

const optionsOf = (schema: Schema): readonly Schema[] | undefined =>
  (schema.anyOf ?? schema.oneOf)?.map(asSchema);

function asSchema(schema: unknown): Schema {
  return typeof schema === "object" && schema !== null ? (schema as Schema) : {};
}

function nameOf(steps: readonly Step[]): string {
  const names = steps.flatMap((step) => {
    if (step.kind === "property") return [step.name];
    return step.kind === "option" ? [] : [`(${step.kind})`];
  });
  return names.join(".") || "(whole)";
}
