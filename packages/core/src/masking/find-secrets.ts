import { findEncoded } from "./find-encoded.ts";
import { findKeys, firstPrefix, KEY_MAX_CHARACTERS, pendingPrefix } from "./find-keys.ts";
import { findNamed, pendingNamed } from "./find-named.ts";
import { type FoundSecret, withoutOverlaps } from "./found-secret.ts";

/** The end of a text that has no space or quote, and may be part of a key or of base64. */
const LAST_RUN = /[A-Za-z0-9+/=_.%\\-]{1,4000}$/u;
/** The beginning of base64, unlike that of words: a capital or digit after a small letter, or a digit after a capital. */
const LIKE_BASE64 = /[a-z][A-Z0-9]|[A-Z]\d|\d[A-Za-z]|%|\\/u;
/** Runs of this length are held in any case. */
const MIN_ENCODED_CHARACTERS = 20;
const PRIVATE_KEY_MAX_CHARACTERS = 20_000;

/**
 * Finds keys and tokens of common forms, values that the text calls a secret and that look random, credentials and passwords in addresses, also in base64 and
 * with escapes. In order, without overlaps.
 */
export function findSecrets(text: string): readonly FoundSecret[] {
  return withoutOverlaps([...findKeys(text), ...findNamed(text), ...findEncoded(text, findKeys)]);
}

/** Returns the length of the end of a text that may belong to a secret which more text would complete or extend. */
export function pendingSecret(text: string): number {
  const named = text.length - pendingNamed(text);
  return Math.max(named, pendingPrefix(text), pendingRun(text), pendingPrivateKey(text));
}

function pendingRun(text: string): number {
  const [run = ""] = LAST_RUN.exec(text.slice(-KEY_MAX_CHARACTERS)) ?? [];
  const isEncoded = run.length >= MIN_ENCODED_CHARACTERS ? /[A-Za-z]/u.test(run) : LIKE_BASE64.test(run);
  return isEncoded ? run.length : run.length - firstPrefix(run);
}

function pendingPrivateKey(text: string): number {
  const from = text.lastIndexOf("-----BEGIN ");
  if (from === -1 || text.length - from > PRIVATE_KEY_MAX_CHARACTERS) return 0;
  const isOver = /-----END [A-Z0-9 ]{0,60}-----/u.test(text.slice(from));
  return isOver ? 0 : text.length - from;
}
