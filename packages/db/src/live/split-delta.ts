import type { Delta } from "@goaltrace/core/log";

/** Splits a delta so that the text of each piece takes at most `maxBytes` as JSON in UTF-8. Surrogate pairs stay whole. */
export function splitDelta(delta: Delta, maxBytes: number): readonly Delta[] {
  const { text, offset } = delta;
  const pieces: Delta[] = [];
  let start = 0;
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const size = jsonBytes(code);
    if (bytes + size > maxBytes) {
      pieces.push({ ...delta, offset: offset + start, text: text.slice(start, at) });
      start = at;
      bytes = 0;
    }
    bytes += size;
    at += code > 0xffff ? 2 : 1;
  }
  return [...pieces, { ...delta, offset: offset + start, text: text.slice(start) }];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Returns an upper bound of the bytes `JSON.stringify` produces for a character. Control characters and lone surrogates become escapes. */
function jsonBytes(code: number): number {
  if (code < 0x20) return 6;
  if (code === QUOTE || code === BACKSLASH) return 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  if (code > 0xffff) return 4;
  return code >= 0xd800 && code <= 0xdfff ? 6 : 3;
}
