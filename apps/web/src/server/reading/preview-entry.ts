import type { Entry } from "@goaltrace/core/log";

/** Texts longer than this are cut in what the inspector loads at once. Characters. */
const PREVIEW_CHARACTERS = 100_000;

/** Which field was cut, as a path (`output`, `toolCalls.0.arguments`), and how long it really is. */
export type Truncation = { readonly field: string; readonly total: number };
/** An entry fit to be shown: its long texts cut, with what was cut beside it. */
export type EntryPreview = { readonly entry: Entry; readonly truncated: readonly Truncation[] };

/** Cuts every text of an entry that is longer than `limit`. The entry's shape stays as it is. */
export function previewEntry(entry: Entry, limit: number = PREVIEW_CHARACTERS): EntryPreview {
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

/** One page of a long text of an entry. Undefined when the path names no text. */
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

/** Only texts were shortened, so what was an entry still is one. */
function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && "kind" in value && "sequence" in value;
}
