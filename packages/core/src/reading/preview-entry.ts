import type { Entry } from "../log/entry.ts";
import { ENTRY_PREVIEW_CHARACTERS } from "../tunables.ts";

/** The truncated field as a path (`output`, `toolCalls.0.arguments`), and its full length in characters. */
export type Truncation = { readonly field: string; readonly total: number };
/** An entry with truncated texts, and the list of truncations. */
export type EntryPreview = { readonly entry: Entry; readonly truncated: readonly Truncation[] };

/** Truncates every text of an entry that is longer than `limit` characters, 100,000 by default. The shape of the entry does not change. */
export function previewEntry(entry: Entry, limit: number = ENTRY_PREVIEW_CHARACTERS): EntryPreview {
  const truncated: Truncation[] = [];
  const cut = (value: unknown, path: string): unknown => {
    if (typeof value === "string") {
      if (value.length <= limit) return value;
      truncated.push({ field: path, total: value.length });
      return value.slice(0, limit);
    }
    if (Array.isArray(value)) return value.map((item, index) => cut(item, join(path, String(index))));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item, join(path, key))]));
  };
  const shortened = cut(entry, "");
  return truncated.length === 0 || !isEntry(shortened)
    ? { entry, truncated: [] }
    : { entry: shortened, truncated };
}

/** Returns the full text of an entry at a path as in `Truncation`; undefined when there is no text at that path. */
export function textAt(entry: Entry, field: string): string | undefined {
  let value: unknown = entry;
  for (const key of field.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = new Map<string, unknown>(Object.entries(value)).get(key);
  }
  return typeof value === "string" ? value : undefined;
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

/** Only texts were shortened, so the value is still an entry. */
function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && "kind" in value && "sequence" in value;
}
