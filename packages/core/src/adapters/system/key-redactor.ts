import type { Redactor } from "../../ports/redactor.ts";
import { encodedForms } from "./encoded-forms.ts";

/** Shorter values are not masked: they would hide ordinary words. */
const MIN_SECRET_CHARACTERS = 12;

/** A value with the number of its mark. However short, it is masked. */
export type NumberedSecret = { readonly kind: string; readonly number: number; readonly value: string };

/**
 * Masks exact values wherever they occur, as `[redacted:<kind>#<n>]`. The keys of `secrets` are kinds (`model-key`, `environment`); n
 * counts the values of a kind in order, of those with at least 12 characters. The encoded forms of a value (`encodedForms`) are masked too.
 */
export function createKeyRedactor(
  secrets: Readonly<Record<string, readonly string[]>>,
  numbered: readonly NumberedSecret[] = [],
): Redactor {
  const marks = new Map<string, string>();
  const add = ({ kind, number, value }: NumberedSecret): void => {
    const mark = `[redacted:${kind}#${number}]`;
    for (const form of [value, ...encodedForms(value)]) if (!marks.has(form)) marks.set(form, mark);
  };
  for (const secret of numbered) add(secret);
  for (const [kind, values] of Object.entries(secrets)) {
    const masked = [...new Set(values)].filter(
      (secret) => secret.length >= MIN_SECRET_CHARACTERS && !marks.has(secret),
    );
    for (const [index, value] of masked.entries()) add({ kind, number: index + 1, value });
  }
  /** One key may be a prefix of another. */
  const longestFirst = [...marks].toSorted(([left], [right]) => right.length - left.length);
  return {
    redact: (text) => {
      let masked = text;
      for (const [secret, mark] of longestFirst) masked = masked.replaceAll(secret, mark);
      return masked;
    },
    pendingSuffixLength: (text) => {
      let length = 0;
      for (const secret of marks.keys()) length = Math.max(length, overlap(text, secret));
      return length;
    },
  };
}

/** Returns the length of the longest suffix of `text` that is a prefix of `secret`. */
function overlap(text: string, secret: string): number {
  const first = secret[0] ?? "";
  for (
    let start = text.indexOf(first, Math.max(0, text.length - secret.length + 1));
    start !== -1;
    start = text.indexOf(first, start + 1)
  )
    if (secret.startsWith(text.slice(start))) return text.length - start;
  return 0;
}
