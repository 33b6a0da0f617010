import { parseJson } from "../../parse-json.ts";

/** `${E1}` or, for a part of a JSON result, `${E1.items.0.name}`. */
const REFERENCE = /\$\{([A-Za-z]\w{0,39})((?:\.[\w-]{1,80})*)\}/gu;

/** Returns the names of the values that a JSON value refers to, in order of appearance, each once. */
export function referencedNames(value: unknown): readonly string[] {
  const names = new Set<string>();
  walkStrings(value, (text) => {
    for (const match of text.matchAll(REFERENCE)) names.add(match[1] ?? "");
    return text;
  });
  return [...names];
}

/**
 * Replaces the references in a JSON value by the texts of `values`. A string that consists of a single reference gets the value with its type if its
 * text is JSON; elsewhere the text is inserted. References to a part that the result lacks, or to a name without a value, stay as written.
 */
export function resolveReferences(value: unknown, values: ReadonlyMap<string, string>): unknown {
  return walkStrings(value, (text) => {
    const [whole] = [...text.matchAll(REFERENCE)];
    if (whole !== undefined && whole[0] === text) {
      const found = lookUp(whole, values);
      return found === undefined ? text : found;
    }
    return text.replace(REFERENCE, (written: string, name: string, path: string) => {
      const found = lookUp([written, name, path], values);
      return found === undefined ? written : typeof found === "string" ? found : JSON.stringify(found);
    });
  });
}

/** Returns a copy of a JSON value with each of its strings replaced. Keys stay. */
function walkStrings(value: unknown, replace: (text: string) => unknown): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item: unknown) => walkStrings(item, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walkStrings(item, replace)]));
}

function lookUp(match: readonly (string | undefined)[], values: ReadonlyMap<string, string>): unknown {
  const [, name = "", path = ""] = match;
  const text = values.get(name);
  if (text === undefined) return undefined;
  const json = readJson(text);
  if (path === "") return json === undefined ? text : json;
  let part = json;
  for (const key of path.slice(1).split(".")) {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, key)) return undefined;
    part = new Map<string, unknown>(Object.entries(part)).get(key);
  }
  return part;
}

/** The value of a JSON text; undefined for any other text. */
function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
