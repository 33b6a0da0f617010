/**
 * Returns a definition of a tool as text to read and compare: its description line by line, then everything else as JSON with sorted keys,
 * because their order means nothing. Characters that no screen shows are written as escapes: a model reads them, so an admin must see them.
 */
export function definitionText(definition: Readonly<Record<string, unknown>>): string {
  const { description, ...rest } = definition;
  const lines = typeof description === "string" ? [description, ""] : [];
  return showHidden([...lines, JSON.stringify(sortKeys(rest), null, 2)].join("\n"));
}

/** Returns a text in which invisible characters except line breaks are escapes. */
export function showHidden(text: string): string {
  return text.replaceAll(
    /(?!\n)[\p{Cc}\p{Cf}\u{E0000}-\u{E0FFF}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Returns arguments to begin a trial with: each required property with an empty value of its type. */
export function emptyArguments(schema: Readonly<Record<string, unknown>>): string {
  const { required, properties } = schema;
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  const typeOf = (name: string): unknown => {
    const property = isObject(properties) ? properties[name] : undefined;
    return isObject(property) ? property["type"] : undefined;
  };
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, emptyValue(typeOf(name))])), null, 2);
}

function emptyValue(type: unknown): unknown {
  if (type === "number" || type === "integer") return 0;
  if (type === "boolean") return false;
  if (type === "array") return [];
  if (type === "object") return {};
  return "";
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
