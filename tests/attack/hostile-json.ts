type JsonPath = readonly (string | number)[];

/** Returns the paths of all texts, numbers and choices in a JSON value. */
export function placesOfJson(value: unknown, path: JsonPath = []): readonly JsonPath[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => placesOfJson(item, [...path, index]));
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, member]) => placesOfJson(member, [...path, name]));
}

/** Returns a copy of a JSON value with `text` at the path. */
export function withText(value: unknown, [first, ...rest]: JsonPath, text: string): unknown {
  if (first === undefined) return text;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === first ? withText(item, rest, text) : item));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, member]) => [
      name,
      name === first ? withText(member, rest, text) : member,
    ]),
  );
}
