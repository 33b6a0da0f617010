import type { EntryDraft } from "../log/entry.ts";
import type { Redactor } from "../ports/redactor.ts";

/** An entry with every text in it masked, whatever field it stands in; the same object where there is nothing to mask. */
export function redactDraft(draft: EntryDraft, redactor: Redactor): EntryDraft {
  // Hashes, numbers and ids alone, but many of them: what a request is made of was masked when it was logged.
  if (draft.kind === "event" && draft.type === "call.started") return draft;
  if (isClean(draft, redactor)) return draft;
  const masked = maskTexts(draft, redactor);
  return hasShapeOf(masked, draft) ? masked : draft;
}

/** The same for any JSON value. */
export function redactValues<T>(value: T, redactor: Redactor): T {
  const masked = maskTexts(value, redactor);
  return hasShapeOf(masked, value) ? masked : value;
}

/** Nearly every entry holds no secret: looking for one makes no copies. */
function isClean(value: unknown, redactor: Redactor): boolean {
  if (typeof value === "string") return redactor.redact(value) === value;
  if (typeof value !== "object" || value === null) return true;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return items.every((item) => isClean(item, redactor));
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

/** Masking replaces texts by texts, so whatever is an object still has the fields it had. */
function hasShapeOf<T>(masked: unknown, _original: T): masked is T {
  return typeof masked === "object" && masked !== null;
}
