import { parseJson } from "@goaltrace/core/parse-json";

/** One argument of a call. `text` is the value itself for strings, otherwise its JSON. */
export type Argument = { readonly name: string; readonly text: string; readonly isText: boolean };

/**
 * Returns the arguments of a call in their order; null when they cannot be shown one by one without a difference to what would run: because they are
 * not an object, contain a name twice, or contain a number that JavaScript rounds.
 */
export function readArguments(text: string): readonly Argument[] | null {
  const value = readObject(text);
  if (value === null || compact(text) !== JSON.stringify(value)) return null;
  return Object.entries(value).map(([name, argument]: [string, unknown]) =>
    typeof argument === "string"
      ? { name, text: argument, isText: true }
      : { name, text: JSON.stringify(argument, null, 2), isText: false },
  );
}

/** Returns the arguments as the text of a JSON object, or the name of the first one whose JSON is invalid. */
export function writeArguments(
  list: readonly Argument[],
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly invalid: string } {
  const entries: [string, unknown][] = [];
  for (const { name, text, isText } of list) {
    const value = isText ? text : readJson(text);
    if (value === undefined) return { ok: false, invalid: name };
    entries.push([name, value]);
  }
  return { ok: true, text: JSON.stringify(Object.fromEntries(entries)) };
}

/** Whether a text is one JSON object. */
export function isObjectText(text: string): boolean {
  return readObject(text) !== null;
}

/** One replacement in a text. */
export type Replacement = { readonly before: string; readonly after: string };

/** Returns the replacements of an argument that lists edits; null for any other argument. */
export function readReplacements({ text, isText }: Argument): readonly Replacement[] | null {
  const list = isText ? undefined : readJson(text);
  if (!Array.isArray(list) || list.length === 0) return null;
  const replacements = list.map(toReplacement);
  return replacements.every((each) => each !== null) ? replacements : null;
}

function toReplacement(edit: unknown): Replacement | null {
  if (typeof edit !== "object" || edit === null || !("old_text" in edit) || !("new_text" in edit))
    return null;
  // An additional field, such as one that replaces every occurrence, must not be hidden by the lines.
  if (Object.keys(edit).some((name) => !["type", "old_text", "new_text"].includes(name))) return null;
  const { old_text: before, new_text: after } = edit;
  return typeof before === "string" && typeof after === "string" ? { before, after } : null;
}

/**
 * Returns a text with every character that is invisible, or that changes the direction of those after it, as its code. Otherwise a call
 * could look different from what would run.
 */
export function showInvisible(text: string): string {
  return text.replaceAll(
    /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u3164\uFFA0]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

function readObject(text: string): object | null {
  const value = readJson(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Returns JSON without its white space and with one spelling of each string. */
function compact(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|\s+/gsu, (part) =>
    part.startsWith('"') ? JSON.stringify(readJson(part)) : "",
  );
}
