import type { Redactor } from "../../ports/redactor.ts";

/** Shorter values are not masked: they would hide ordinary words. */
const MIN_SECRET_CHARACTERS = 12;

/**
 * Masks exact values wherever they occur, as `[redacted:<kind>#<n>]`. The keys of `secrets` are kinds (`model-key`, `environment`); n
 * counts the values of a kind in order. The JSON-escaped form of a value is masked too.
 */
export function createKeyRedactor(secrets: Readonly<Record<string, readonly string[]>>): Redactor {
  const marks = new Map<string, string>();
  for (const [kind, values] of Object.entries(secrets)) {
    const masked = [...new Set(values)].filter(
      (secret) => secret.length >= MIN_SECRET_CHARACTERS && !marks.has(secret),
    );
    for (const [index, secret] of masked.entries()) {
      const mark = `[redacted:${kind}#${index + 1}]`;
      marks.set(secret, mark);
      marks.set(JSON.stringify(secret).slice(1, -1), mark);
    }
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
