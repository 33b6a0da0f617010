import type { FoundSecret } from "./found-secret.ts";

/** Shorter runs hold no key. */
const BASE64_RUN = /[A-Za-z0-9+/_-]{32,}/gu;
const ESCAPES = /%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}/u;
const ESCAPE = /%([0-9A-Fa-f]{2})|\\u([0-9A-Fa-f]{4})/gu;
/** Longer runs are pictures. They are read in pieces that overlap by more than a key. */
const PIECE_CHARACTERS = 400_000;
const OVERLAP_CHARACTERS = 8_000;

/** Finds secrets in the parts of a text that are written in base64, or with escapes of URLs and JSON. `find` finds them in plain text. */
export function findEncoded(
  text: string,
  find: (plain: string) => readonly FoundSecret[],
): readonly FoundSecret[] {
  return [...findInBase64(text, find), ...findInEscapes(text, find)];
}

function findInBase64(text: string, find: (plain: string) => readonly FoundSecret[]): readonly FoundSecret[] {
  return [...text.matchAll(BASE64_RUN)].flatMap(({ 0: run, index }) => {
    const found: FoundSecret[] = [];
    for (let from = 0; from < run.length; from += PIECE_CHARACTERS - OVERLAP_CHARACTERS) {
      const plain = decodeBase64(run.slice(from, from + PIECE_CHARACTERS));
      if (plain === null) continue;
      for (const { kind, start, end, value } of find(plain))
        found.push({
          ...{ kind, value, start: index + from + Math.floor((start * 4) / 3) },
          end: index + Math.min(run.length, from + Math.ceil((end * 4) / 3)),
        });
    }
    return found;
  });
}

/** Returns the bytes as characters; null for what is not base64. */
function decodeBase64(run: string): string | null {
  const whole = run.slice(0, run.length - (run.length % 4 === 1 ? 1 : 0));
  try {
    return atob(whole.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return null;
  }
}

function findInEscapes(
  text: string,
  find: (plain: string) => readonly FoundSecret[],
): readonly FoundSecret[] {
  if (!ESCAPES.test(text)) return [];
  let plain = "";
  /** Where each character of `plain` begins in `text`. */
  const places: number[] = [];
  const add = (characters: string, at: number, step: number): void => {
    for (let index = 0; index < characters.length; index += 1) places.push(at + index * step);
    plain += characters;
  };
  let last = 0;
  for (const { 0: whole, 1: byte, 2: unit, index } of text.matchAll(ESCAPE)) {
    add(text.slice(last, index), last, 1);
    add(String.fromCharCode(Number.parseInt(byte ?? unit ?? "", 16)), index, 0);
    last = index + whole.length;
  }
  add(text.slice(last), last, 1);
  places.push(text.length);
  return find(plain).map(({ kind, start, end, value }) => ({
    ...{ kind, value, start: places[start] ?? 0, end: places[end] ?? text.length },
  }));
}
