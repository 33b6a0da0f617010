import { MARK } from "./planted-keys.ts";

const CONTEXT_CHARACTERS = 60;

/** Returns the surroundings of every mark in a text, also within base64, hexadecimal, escapes of JSON and of URLs. */
export function findMarks(text: string): readonly string[] {
  return Object.entries(readings(text)).flatMap(([encoding, reading]) => {
    const lower = reading.toLowerCase();
    const found: string[] = [];
    for (let at = lower.indexOf(MARK); at !== -1; at = lower.indexOf(MARK, at + 1))
      found.push(
        `${encoding}: ${reading.slice(Math.max(0, at - CONTEXT_CHARACTERS), at + CONTEXT_CHARACTERS)}`,
      );
    return found;
  });
}

const fromCode = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));

/** A text as it is, and without each of the encodings. A mask may have taken any number of characters, so a run is read from several places. */
function readings(text: string): Readonly<Record<string, string>> {
  const runs = (pattern: RegExp, from: number, encoding: BufferEncoding): string =>
    [...text.matchAll(pattern)]
      .map(([run]) => Buffer.from(run.slice(from), encoding).toString("latin1"))
      .join("\n");
  return {
    plain: text,
    percent: text.replaceAll(/%([0-9a-f]{2})/giu, fromCode),
    escaped: text.replaceAll(/\\+u([0-9a-f]{4})/giu, fromCode),
    ...Object.fromEntries(
      [0, 1].map((from) => [`hex ${String(from)}`, runs(/[0-9A-Fa-f]{16,}/gu, from, "hex")]),
    ),
    ...Object.fromEntries(
      [0, 1, 2, 3].map((from) => [`base64 ${String(from)}`, runs(/[A-Za-z0-9+/_-]{12,}/gu, from, "base64")]),
    ),
  };
}
