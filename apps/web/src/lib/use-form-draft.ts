"use client";
import { parseJson } from "@goaltrace/core/parse-json";
import { useMemo } from "react";
import { useKeptDraft } from "./use-kept-draft.ts";

/** The values of a form by the names of its fields. */
type FormFields = Readonly<Record<string, string>>;

/** A form whose values are kept when it is left. */
type FormDraft<Fields extends FormFields> = {
  readonly fields: Fields;
  readonly set: (change: Partial<Fields>) => void;
  readonly isChanged: boolean;
  /** The fields that someone else has saved since the person began, and the fields before; null if no one has. */
  readonly meanwhile: { readonly before: Fields; readonly after: Fields } | null;
  /** Continues from the newest values: fields that the person did not change take the values that others saved. */
  readonly goOn: () => void;
  /** Discards the typed values. Returns the function that restores them. */
  readonly forget: () => () => void;
};

/**
 * Keeps what a person types into a form with several fields until it is saved or discarded, as `useKeptDraft` does. `start`: the stored values
 * with their version, 0 for a new thing.
 */
export function useFormDraft<Fields extends FormFields>(
  key: string,
  start: { readonly version: number; readonly fields: Fields },
): FormDraft<Fields> {
  const [draft, keep] = useKeptDraft(key);
  const typed = useMemo(
    () =>
      draft === null
        ? null
        : { text: readFields(draft.text, start.fields), base: readFields(draft.base, start.fields) },
    [draft, start.fields],
  );
  const fields = typed?.text ?? start.fields;
  const base = typed?.base ?? start.fields;
  const keepOver = (next: Fields, over: { readonly version: number; readonly base: Fields }): void => {
    const isKept = !isSame(next, over.base);
    keep(isKept ? { version: over.version, base: write(over.base), text: write(next), part: null } : null);
  };
  return {
    fields,
    set: (change) => {
      keepOver({ ...fields, ...change }, { version: draft?.version ?? start.version, base });
    },
    isChanged: draft !== null,
    // A new version may have the same text, for example if only its approval changed.
    meanwhile:
      draft !== null && draft.version !== start.version && !isSame(base, start.fields)
        ? { before: base, after: start.fields }
        : null,
    goOn: () => {
      keepOver(merge(fields, base, start.fields), { version: start.version, base: start.fields });
    },
    forget: () => {
      keep(null);
      return () => {
        keep(draft);
      };
    },
  };
}

const write = (fields: FormFields): string => JSON.stringify(fields);

function isSame(one: FormFields, other: FormFields): boolean {
  return Object.keys(other).every((name) => one[name] === other[name]);
}

function merge<Fields extends FormFields>(typed: Fields, base: Fields, newest: Fields): Fields {
  const changed = Object.entries(typed).filter(([name, value]) => value !== base[name]);
  return { ...newest, ...Object.fromEntries(changed) };
}

/** Reads stored values. Fields that are missing, because an earlier version of the form stored them, are as in `fallback`. */
function readFields<Fields extends FormFields>(text: string, fallback: Fields): Fields {
  const stored: unknown = parseJson(text);
  if (typeof stored !== "object" || stored === null) return fallback;
  const known = Object.entries(stored).filter(
    ([name, value]) => name in fallback && typeof value === "string",
  );
  return { ...fallback, ...Object.fromEntries(known) };
}
