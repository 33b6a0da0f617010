import type { EntryDraft } from "../log/entry.ts";
import type { Redactor } from "../ports/redactor.ts";

/** Returns the entry with secrets masked in every text field; the same object if there is nothing to mask. */
export function redactDraft(draft: EntryDraft, redactor: Redactor): EntryDraft {
  // Contains only hashes, numbers and ids, but many of them. The texts of a request were masked when they were logged.
  if (draft.kind === "event" && draft.type === "call.started") return draft;
  if (isClean(draft, redactor)) return draft;
  const masked = maskTexts(draft, redactor);
  return hasSameShape(masked, draft) ? masked : draft;
}

/** Like `redactDraft`, for any JSON value. */
export function redactValues<T>(value: T, redactor: Redactor): T {
  const masked = maskTexts(value, redactor);
  return hasSameShape(masked, value) ? masked : value;
}

/** Checks without copying, because nearly every entry is free of secrets. */
function isClean(value: unknown, redactor: Redactor): boolean {
  if (typeof value === "string") return redactor.redact(value) === value;
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every((item) => isClean(item, redactor));
}

function maskTexts(value: unknown, redactor: Redactor): unknown {
  if (typeof value === "string") return redactor.redact(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => maskTexts(item, redactor));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (typeof value !== "object" || value === null) return value;
  let changed = false;
  const fields = Object.entries(value).map(([key, item]: [string, unknown]) => {
    const safe = maskTexts(item, redactor);
    changed ||= safe !== item;
    return [key, safe] as const;
  });
  return changed ? Object.fromEntries(fields) : value;
}

/** Masking replaces strings with strings, so a value keeps its type, and an object its fields and their types. */
function hasSameShape<T>(masked: unknown, original: T): masked is T {
  return typeof masked === typeof original;
}
