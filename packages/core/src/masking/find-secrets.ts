import { findEncoded } from "./find-encoded.ts";
import { findKeys, firstPrefix, KEY_MAX_CHARACTERS, pendingPrefix } from "./find-keys.ts";
import { findNamed, pendingNamed } from "./find-named.ts";
import { type FoundSecret, withoutOverlaps } from "./found-secret.ts";
import { hasEscapes, unescape } from "./unescape.ts";

/** The end of a text that has no space or quote, and may be part of a key or of base64. */
const LAST_RUN = /[A-Za-z0-9+/=_.%\\-]{1,4000}$/u;
/** The beginning of base64, unlike that of words: a capital or digit after a small letter, or a digit after a capital. */
const LIKE_BASE64 = /[a-z][A-Z0-9]|[A-Z]\d|\d[A-Za-z]|%|\\/u;
const LAST_HEX = /[0-9A-Fa-f]{1,4000}$/u;
/** Runs of this length are held in any case. */
const MIN_ENCODED_CHARACTERS = 20;
/** Lines of base64, in which a key may continue. */
const LAST_LINES = /(?:[A-Za-z0-9+/]{60,76}(?:\r?\n|\\n)){1,50}[A-Za-z0-9+/]{0,76}$/u;
const LINES_CHARACTERS = 4_000;
/** Without a line end so near, `LAST_LINES` need not be tried at each character. */
const LAST_LINE_END = /(?:\r?\n|\\n)[A-Za-z0-9+/]{0,76}$/u;
const LAST_LINE_CHARACTERS = 78;
/** A name and its value end within this. */
const NAMED_CHARACTERS = 1_200;
const PRIVATE_KEY_MAX_CHARACTERS = 20_000;

/**
 * Finds keys and tokens in common formats, values that the text calls a secret and that look random, credentials and passwords in addresses, also in base64,
 * hexadecimal and with escapes. In order, without overlaps.
 */
export function findSecrets(text: string): readonly FoundSecret[] {
  return withoutOverlaps([...findPlain(text), ...findEncoded(text, findPlain)]);
}

function findPlain(text: string): readonly FoundSecret[] {
  return [...findKeys(text), ...findNamed(text)];
}

/** Returns the length of the end of a text that may belong to a secret which more text would complete or extend. */
export function pendingSecret(text: string): number {
  const named = text.length - pendingNamed(text);
  return Math.max(
    ...[named, pendingEscaped(text), pendingPrefix(text), pendingRun(text)],
    ...[pendingLines(text), pendingPrivateKey(text)],
  );
}

/** As `pendingNamed`, for names and values with escapes. */
function pendingEscaped(text: string): number {
  const end = text.slice(-NAMED_CHARACTERS);
  if (!hasEscapes(end)) return 0;
  const { plain, places } = unescape(end);
  return end.length - (places[pendingNamed(plain)] ?? end.length);
}

function pendingLines(text: string): number {
  if (!LAST_LINE_END.test(text.slice(-LAST_LINE_CHARACTERS))) return 0;
  const end = text.slice(-LINES_CHARACTERS);
  const [lines = ""] = LAST_LINES.exec(end) ?? [];
  return lines.length;
}

function pendingRun(text: string): number {
  const [run = ""] = LAST_RUN.exec(text.slice(-KEY_MAX_CHARACTERS)) ?? [];
  const isLong = run.length >= MIN_ENCODED_CHARACTERS && /[A-Za-z]/u.test(run);
  const isEncoded = isLong || LIKE_BASE64.test(run);
  if (isEncoded) return run.length;
  // A character in hexadecimal begins with 2 to 7.
  const [digits = ""] = LAST_HEX.exec(run) ?? [];
  const hex = digits.replace(/^[^2-7]+/u, "").length;
  return Math.max(hex, run.length - firstPrefix(run));
}

function pendingPrivateKey(text: string): number {
  const from = text.lastIndexOf("-----BEGIN ");
  if (from === -1 || text.length - from > PRIVATE_KEY_MAX_CHARACTERS) return 0;
  const isOver = /-----END [A-Z0-9 ]{0,60}-----/u.test(text.slice(from));
  return isOver ? 0 : text.length - from;
}
