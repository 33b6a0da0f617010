import type { FoundSecret } from "./found-secret.ts";
import { hasEscapes, unescape } from "./unescape.ts";

/** Shorter runs hold no key. */
const BASE64_RUN = /[A-Za-z0-9+/_-]{32,}/gu;
/** Base64 in lines, as programs print it. Reads from `lastIndex` on: tried at each character of a long run, it would take a hundred steps at each. */
const BASE64_LINES = /(?:[A-Za-z0-9+/]{60,76}(?:\r?\n|\\n)){1,5000}[A-Za-z0-9+/]{1,76}/uy;
/** The end of a line that may be one of base64. */
const BASE64_LINE_END = /(?:\r?\n|\\n)(?<=[A-Za-z0-9+/]{60}(?:\r?\n|\\n))/gu;
const LINE_CHARACTERS = 76;
const HEX_RUN = /[0-9A-Fa-f]{32,}/gu;
/** Longer runs are pictures. They are read in pieces that overlap by more than a key. */
const PIECE_CHARACTERS = 400_000;
const OVERLAP_CHARACTERS = 8_000;

type Find = (plain: string) => readonly FoundSecret[];

/**
 * Finds secrets in the parts of a text that are written in base64 or hexadecimal, or with escapes of URLs, JSON and Markdown. `find` finds them in
 * plain text.
 */
export function findEncoded(text: string, find: Find): readonly FoundSecret[] {
  return [
    ...findInBase64(text, find),
    ...findInLines(text, find),
    ...findInHex(text, find),
    ...findInEscapes(text, find),
  ];
}

function findInBase64(text: string, find: Find): readonly FoundSecret[] {
  return [...text.matchAll(BASE64_RUN)].flatMap(({ 0: run, index }) =>
    inBase64(run, find, (at) => index + at),
  );
}

/** `placeOf` returns where a character of the run is in the text. */
function inBase64(run: string, find: Find, placeOf: (at: number) => number): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  for (let from = 0; from < run.length; from += PIECE_CHARACTERS - OVERLAP_CHARACTERS) {
    const plain = decodeBase64(run.slice(from, from + PIECE_CHARACTERS));
    if (plain === null) continue;
    for (const { kind, start, end, value } of find(plain))
      found.push({
        ...{ kind, value, start: placeOf(from + Math.floor((start * 4) / 3)) },
        end: placeOf(Math.min(run.length, from + Math.ceil((end * 4) / 3)) - 1) + 1,
      });
  }
  return found;
}

function findInLines(text: string, find: Find): readonly FoundSecret[] {
  return blocksOfLines(text).flatMap(({ block, index }) => {
    const places: number[] = [];
    let run = "";
    for (const { 0: line, index: at } of block.matchAll(/[A-Za-z0-9+/]+(?=\r?\n|\\n|$)/gu)) {
      run += line;
      for (let character = 0; character < line.length; character += 1) places.push(index + at + character);
    }
    return inBase64(run, find, (at) => places[at] ?? index + block.length);
  });
}

/** Returns the blocks of lines that `BASE64_LINES` describes, from left to right. */
function blocksOfLines(text: string): readonly { readonly block: string; readonly index: number }[] {
  const blocks: { readonly block: string; readonly index: number }[] = [];
  let end = 0;
  for (const { index: lineEnd } of text.matchAll(BASE64_LINE_END)) {
    if (lineEnd < end) continue;
    const before = text.slice(Math.max(end, lineEnd - LINE_CHARACTERS), lineEnd);
    const index = lineEnd - (/[A-Za-z0-9+/]*$/u.exec(before)?.[0].length ?? 0);
    BASE64_LINES.lastIndex = index;
    const block = BASE64_LINES.exec(text)?.[0];
    if (block === undefined) continue;
    blocks.push({ block, index });
    end = index + block.length;
  }
  return blocks;
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

/** Digits of something else may stand in front, so both readings are tried. */
function findInHex(text: string, find: Find): readonly FoundSecret[] {
  return [...text.matchAll(HEX_RUN)].flatMap(({ 0: run, index }) =>
    [0, 1].flatMap((from) =>
      find(decodeHex(run.slice(from))).map(({ kind, start, end, value }) => ({
        ...{ kind, value, start: index + from + 2 * start, end: index + from + 2 * end },
      })),
    ),
  );
}

function decodeHex(run: string): string {
  let plain = "";
  for (let at = 0; at + 1 < run.length; at += 2)
    plain += String.fromCharCode(Number.parseInt(run.slice(at, at + 2), 16));
  return plain;
}

function findInEscapes(text: string, find: Find): readonly FoundSecret[] {
  if (!hasEscapes(text)) return [];
  const { plain, places } = unescape(text);
  return find(plain).map(({ kind, start, end, value }) => ({
    ...{ kind, value, start: places[start] ?? 0, end: places[end] ?? text.length },
  }));
}
