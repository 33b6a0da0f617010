import type { FoundSecret } from "./found-secret.ts";
import { KEY_FORMATS, type KeyAlphabet, type KeyFormat } from "./key-formats.ts";

/** A key is at most this long; the rest of a longer run is something else. */
export const KEY_MAX_CHARACTERS = 4_000;

/** A key of which an excerpt has only the beginning is recognized by this many characters after its prefix. */
const CUT_MIN_CHARACTERS = 6;
/** Where an excerpt ends, perhaps within an escape. */
const CUT = /(?:\\{1,64}(?:u[0-9A-Fa-f]{0,3})?|%[0-9A-Fa-f]?)?(?:…|\.\.\.|$)/y;

/** Characters of a key that tell whether it looks random: a whole run at each prefix would take quadratic time. */
const LOOK_CHARACTERS = 100;

/** Each reads one run from `lastIndex` on, so that it is linear. */
const RUNS: Readonly<Record<KeyAlphabet, RegExp>> = {
  alnum: /[A-Za-z0-9]{0,4000}/y,
  hex: /[A-Fa-f0-9]{0,4000}/y,
  upper: /[A-Z0-9]{0,4000}/y,
  url: /[A-Za-z0-9_-]{0,4000}/y,
  base64: /(?:[A-Za-z0-9+/=_-]|\\\/|%2[BbFf]|%3[Dd]){0,4000}/y,
  dotted: /[A-Za-z0-9_.-]{0,4000}/y,
};
const JWT = /eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,8000}(?:\.[A-Za-z0-9_-]{0,4000})?/y;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const PRIVATE_KEY_BODY = /[A-Za-z0-9+/=\s\\:,.-]{0,20000}/y;

type Start = { readonly prefix: string; readonly format: KeyFormat };

const ALL_STARTS: readonly Start[] = KEY_FORMATS.flatMap((format) =>
  format.prefixes.map((prefix) => ({ prefix, format })),
).toSorted((left, right) => right.prefix.length - left.prefix.length);
/** The prefixes by their first two characters, longest first. */
const STARTS = new Map<string, readonly Start[]>();
for (const start of ALL_STARTS) {
  const pair = start.prefix.slice(0, 2);
  STARTS.set(pair, [...(STARTS.get(pair) ?? []), start]);
}
/** ASCII has codes of seven bits. */
const CODE_BITS = 7;
/** Whether a secret may begin with a pair of characters, by their codes: looked up at each character of every text that is masked, without creating the pair. */
const MAY_BEGIN = new Uint8Array(1 << (2 * CODE_BITS));
for (const pair of [...STARTS.keys(), "--", "ey"])
  MAY_BEGIN[(pair.charCodeAt(0) << CODE_BITS) | pair.charCodeAt(1)] = 1;

/**
 * Finds keys in common formats. A form begins where no word continues: after anything but a letter, digit or `_`, and after an escape of JSON or URLs
 * (`\n`, `%20`), whose last character is one.
 */
export function findKeys(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  let index = 0;
  while (index < text.length) {
    const secret = mayBegin(text, index) ? secretAt(text, index) : null;
    if (secret === null) index += 1;
    else {
      found.push(secret);
      index = secret.end;
    }
  }
  return found;
}

/** Returns where the first prefix of a form of keys begins in a text; its length without one. */
export function firstPrefix(text: string): number {
  const places = [...ALL_STARTS.map(({ prefix }) => prefix), "eyJ"].map((prefix) => text.indexOf(prefix));
  return Math.min(text.length, ...places.filter((place) => place !== -1));
}

/** Returns the length of the longest end of `text` that begins a form of keys without completing a prefix. */
export function pendingPrefix(text: string): number {
  let longest = 0;
  for (const prefix of [...ALL_STARTS.map((start) => start.prefix), "eyJ", "-----BEGIN "])
    for (let length = Math.min(prefix.length - 1, text.length); length > longest; length -= 1)
      if (text.endsWith(prefix.slice(0, length)) && isBoundary(text, text.length - length)) longest = length;
  return longest;
}

function mayBegin(text: string, index: number): boolean {
  const [first, second] = [text.charCodeAt(index), text.charCodeAt(index + 1)];
  return (first | second) >> CODE_BITS === 0 && MAY_BEGIN[(first << CODE_BITS) | second] === 1;
}

function secretAt(text: string, index: number): FoundSecret | null {
  const pair = text.slice(index, index + 2);
  if (pair === "--") return privateKeyAt(text, index);
  if (pair === "ey") return jwtAt(text, index);
  const starts = STARTS.get(pair);
  if (starts === undefined || !isBoundary(text, index)) return null;
  for (const { prefix, format } of starts) {
    if (!text.startsWith(prefix, index)) continue;
    const from = index + prefix.length;
    if (format.looksRandom === true && !looksRandom(text.slice(from, from + LOOK_CHARACTERS))) continue;
    const run = readRun(RUNS[format.alphabet], text, from);
    const isShort = run.length < format.min;
    if (
      isShort &&
      (run.length < CUT_MIN_CHARACTERS || prefix.length < 3 || !isCutAt(text, from + run.length))
    )
      continue;
    if ((isShort || format.looksRandom === true) && !looksRandom(run.slice(0, LOOK_CHARACTERS))) continue;
    return { kind: format.kind, start: index, end: from + run.length, value: prefix + run };
  }
  return null;
}

function jwtAt(text: string, index: number): FoundSecret | null {
  if (!isBoundary(text, index)) return null;
  const value = readRun(JWT, text, index);
  return value === "" ? null : { kind: "token", start: index, end: index + value.length, value };
}

function privateKeyAt(text: string, index: number): FoundSecret | null {
  const head = readRun(PRIVATE_KEY, text, index);
  if (head === "") return null;
  const from = index + head.length;
  const closing = text.indexOf("-----END", from);
  const body = readRun(PRIVATE_KEY_BODY, text, from);
  const isClosed = closing !== -1 && closing - from <= body.length;
  const tail = isClosed ? /-----END [A-Z0-9 ]{0,60}-----/y : null;
  const end = isClosed ? closing + readRun(tail ?? PRIVATE_KEY, text, closing).length : from + body.length;
  return { kind: "private-key", start: index, end, value: text.slice(index, end) };
}

function readRun(pattern: RegExp, text: string, from: number): string {
  pattern.lastIndex = from;
  return pattern.exec(text)?.[0] ?? "";
}

function isBoundary(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 3), index);
  return !/[A-Za-z0-9_]$/u.test(before) || /(?:\\[nrtbf]|%[0-9A-Fa-f]{2})$/u.test(before);
}

/** True where a text ends or says that it was cut. */
function isCutAt(text: string, index: number): boolean {
  CUT.lastIndex = index;
  return CUT.test(text);
}

/** True for digits among letters: names of styles and packages have few. */
function looksRandom(run: string): boolean {
  const digits = run.replaceAll(/\D/gu, "").length;
  return digits >= 2 && /[A-Za-z]/u.test(run);
}
