const NO_FIELDS: Readonly<Record<string, unknown>> = {};

/** Returns the value as a record; empty for anything but an object. Makes no copy: this runs several times for each streamed token. */
export function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : NO_FIELDS;
}

/** Returns the value if it is a text, otherwise the empty text. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
