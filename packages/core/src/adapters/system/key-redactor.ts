import type { Redactor } from "../../ports/redactor.ts";
import { createCleanTexts } from "../../masking/clean-texts.ts";
import { findSecrets, pendingSecret } from "../../masking/find-secrets.ts";
import { encodedForms } from "./encoded-forms.ts";
import { createPortableHash } from "./sha256.ts";

/** Shorter values are not masked: they would hide ordinary words. */
const MIN_SECRET_CHARACTERS = 12;
/** Shorter texts hold no secret in a common format. */
const MIN_FORM_CHARACTERS = 12;

/** A value with the number of its mark. However short, it is masked. */
export type NumberedSecret = { readonly kind: string; readonly number: number; readonly value: string };

/**
 * Masks exact values wherever they occur, as `[redacted:<kind>#<n>]`. The keys of `secrets` are kinds (`model-key`, `environment`); n
 * counts the values of a kind in order, of those with at least 12 characters. The encoded forms of a value (`encodedForms`) are masked too.
 * So are keys in common formats, of any owner (`findSecrets`), with n from `fingerprint`: by default the start of a hash.
 */
export function createKeyRedactor(
  secrets: Readonly<Record<string, readonly string[]>>,
  numbered: readonly NumberedSecret[] = [],
  fingerprint: (value: string) => string = shortHash,
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
  const redactKnown = (text: string): string => {
    let masked = text;
    for (const [secret, mark] of longestFirst) masked = masked.replaceAll(secret, mark);
    return masked;
  };
  return {
    redact: (text) => redactForms(redactKnown(text), fingerprint),
    pendingSuffixLength: (text) => {
      let length = pendingSecret(text);
      for (const secret of marks.keys()) length = Math.max(length, overlap(text, secret));
      return beforeSecrets(text, length, marks);
    },
  };
}

/** The forms are the same for every workspace, so texts without one are remembered for all of them. */
const cleanTexts = createCleanTexts();

/** Masks secrets in common formats. Equal ones get equal marks, in every process that has the same `fingerprint`. */
function redactForms(text: string, fingerprint: (value: string) => string): string {
  if (text.length < MIN_FORM_CHARACTERS || cleanTexts.has(text)) return text;
  let masked = "";
  let from = 0;
  for (const { kind, start, end, value } of findSecrets(text)) {
    masked += `${text.slice(from, start)}[redacted:${kind}#${fingerprint(value)}]`;
    from = end;
  }
  if (from > 0) return masked + text.slice(from);
  cleanTexts.add(text);
  return text;
}

/** Returns `length`, or more if an end of that length would begin in the middle of a secret. */
function beforeSecrets(text: string, length: number, known: ReadonlyMap<string, string>): number {
  if (length === 0) return 0;
  let start = text.length - length;
  for (const secret of findSecrets(text))
    if (secret.start < start && start < secret.end) ({ start } = secret);
  for (const secret of known.keys()) {
    const at = text.lastIndexOf(secret, start - 1);
    if (at !== -1 && at + secret.length > start) start = at;
  }
  return text.length - start;
}

const portableHash = createPortableHash();

/** Four hexadecimal digits of a hash: enough to tell keys of a run apart, too few to find one by. */
function shortHash(value: string): string {
  return portableHash.sha256(value).slice(0, 4);
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
