import { z } from "zod";
import { showHidden } from "./shown-text.ts";
import { FORM_FIELDS_MAX } from "./tunables.ts";

/** A value that a form may hold. */
export type FieldValue = string | number | boolean | string[];

/** A field of a form: its choices by value and label, and whether several may be chosen. */
export type FormField = {
  readonly name: string;
  readonly type: "string" | "number" | "integer" | "boolean";
  readonly description: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly fallback: FieldValue | undefined;
};

const CHOICE = z.object({ const: z.string(), title: z.string().optional() });
const CHOICES = z.object({
  enum: z.array(z.string()).optional(),
  enumNames: z.array(z.string()).optional(),
  oneOf: z.array(CHOICE).optional(),
  anyOf: z.array(CHOICE).optional(),
});
const FIELD = CHOICES.extend({
  type: z.enum(["string", "number", "integer", "boolean", "array"]).catch("string"),
  title: z.string().optional(),
  description: z.string().optional(),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  items: CHOICES.optional(),
});
const FORM = z.object({
  properties: z.record(z.string(), FIELD).optional().default({}),
  required: z.array(z.string()).optional().default([]),
});

/** Reads the fields of a form, as servers describe it. A form that cannot be read has none. */
export function formFields(schema: unknown): readonly FormField[] {
  const form = FORM.safeParse(schema).data;
  if (form === undefined) return [];
  return Object.entries(form.properties)
    .slice(0, FORM_FIELDS_MAX)
    .map(([name, field]): FormField => {
      const isList = field.type === "array";
      return {
        ...{ name, isList, type: field.type === "array" ? "string" : field.type },
        description: [field.title, field.description].filter((text) => text !== undefined).join(": "),
        isRequired: form.required.includes(name),
        choices: choicesOf(isList ? (field.items ?? {}) : field),
        fallback: field.default,
      };
    });
}

function choicesOf({
  enum: values = [],
  enumNames = [],
  oneOf,
  anyOf,
}: z.output<typeof CHOICES>): FormField["choices"] {
  const titled = oneOf ?? anyOf;
  if (titled !== undefined)
    return titled.map(({ const: value, title }) => ({ value, label: title ?? value }));
  return values.map((value, index) => ({ value, label: enumNames[index] ?? value }));
}

/** The value of a field, or what is wrong with the given one. */
export type ReadField =
  | { readonly value: FieldValue | undefined; readonly problem: null }
  | { readonly value: undefined; readonly problem: string };

/** Reads what a person gave for a field; its default where they gave nothing. */
export function readField(field: FormField, given: unknown): ReadField {
  if (given === undefined || given === "") {
    if (field.fallback !== undefined) return value(field.fallback);
    return field.isRequired ? problem("A value is needed.") : value(undefined);
  }
  if (field.isList) return readList(field, given);
  const text = typeof given === "string" ? given.trim() : JSON.stringify(given);
  if (field.choices.length > 0) {
    const chosen = choiceOf(field, text);
    return chosen === undefined ? problem(`Choose one of ${labels(field)}.`) : value(chosen);
  }
  switch (field.type) {
    case "boolean":
      if (/^(?:yes|true|y|on)$/iu.test(text)) return value(true);
      return /^(?:no|false|n|off)$/iu.test(text) ? value(false) : problem("Answer Yes or No.");
    case "number":
    case "integer": {
      const number = Number(text);
      const isGood =
        text !== "" && Number.isFinite(number) && (field.type === "number" || Number.isInteger(number));
      return isGood
        ? value(number)
        : problem(field.type === "integer" ? "Write a whole number." : "Write a number.");
    }
    case "string":
      return value(text);
  }
}

function readList(field: FormField, given: unknown): ReadField {
  const parts = Array.isArray(given) ? given.map(String) : String(given).split(",");
  const chosen = parts.map((part) => part.trim()).filter((part) => part !== "");
  const values = chosen.map((part) => (field.choices.length === 0 ? part : choiceOf(field, part)));
  const known = values.filter((one) => one !== undefined);
  return known.length < values.length ? problem(`Choose among ${labels(field)}.`) : value(known);
}

/** People answer with a label as they see it; its raw form is one of them too. */
function choiceOf({ choices }: FormField, text: string): string | undefined {
  const wanted = text.toLowerCase();
  const isMeant = (label: string): boolean => label.trim().toLowerCase() === wanted;
  return (
    choices.find(({ value: own, label }) => own === text || isMeant(label)) ??
    choices.find(({ label }) => isMeant(showHidden(label)))
  )?.value;
}

function labels({ choices }: FormField): string {
  return choices.map(({ label }) => label).join(", ");
}

function value(given: FieldValue | undefined): ReadField {
  return { value: given, problem: null };
}

function problem(text: string): ReadField {
  return { value: undefined, problem: text };
}
