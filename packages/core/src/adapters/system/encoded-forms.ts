/** Shorter pieces of an encoded secret would hide ordinary words. */
const MIN_FORM_CHARACTERS = 10;

/**
 * Returns how a secret reads in other encodings: escaped in JSON, in URLs, in hexadecimal, and in base64 at each of its three positions within a
 * longer text (only the characters that do not depend on the surrounding text).
 */
export function encodedForms(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const escaped = JSON.stringify(secret).slice(1, -1);
  const forms = [
    escaped,
    JSON.stringify(escaped).slice(1, -1),
    ...urlForms(secret),
    ...[hex, hex.toUpperCase()],
    ...[0, 1, 2].flatMap((offset) => base64Forms(bytes, offset)),
  ];
  return [...new Set(forms)].filter((form) => form !== secret && form.length >= MIN_FORM_CHARACTERS);
}

function urlForms(secret: string): readonly string[] {
  if (/\p{Surrogate}/u.test(secret)) return [];
  const encoded = encodeURIComponent(secret);
  const form = new URLSearchParams({ k: secret }).toString().slice(2);
  return [encoded, encoded.replaceAll(/%[0-9A-F]{2}/gu, (code) => code.toLowerCase()), form];
}

function base64Forms(bytes: Uint8Array, offset: number): readonly string[] {
  const shifted = new Uint8Array(offset + bytes.length);
  shifted.set(bytes, offset);
  let text = "";
  for (const byte of shifted) text += String.fromCodePoint(byte);
  const BITS = 6;
  const standard = btoa(text).slice(Math.ceil((offset * 8) / BITS), Math.floor((shifted.length * 8) / BITS));
  return [standard, standard.replaceAll("+", "-").replaceAll("/", "_")];
}
