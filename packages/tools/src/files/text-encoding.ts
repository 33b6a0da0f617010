import { isUtf8 } from "node:buffer";
import { BINARY_CONTROL_SHARE } from "../tunables.ts";

/** The encoding of a file's text. Latin-1 is used for bytes that are text but not UTF-8, so that every byte survives an edit. */
export type TextEncoding = "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "latin1";

const MARKS = {
  "utf-8": Buffer.alloc(0),
  "utf-8-bom": Buffer.from([0xef, 0xbb, 0xbf]),
  "utf-16le": Buffer.from([0xff, 0xfe]),
  "utf-16be": Buffer.from([0xfe, 0xff]),
  latin1: Buffer.alloc(0),
} as const satisfies Record<TextEncoding, Buffer>;

/** Detects the encoding of a file from its first bytes; returns null for binary files. `isWhole` means that `sample` is the whole file. */
export function detectEncoding(sample: Buffer, isWhole: boolean): TextEncoding | null {
  if (startsWith(sample, Buffer.from([0xff, 0xfe, 0, 0]))) return null;
  if (startsWith(sample, MARKS["utf-16le"])) return "utf-16le";
  if (startsWith(sample, MARKS["utf-16be"])) return "utf-16be";
  if (sample.includes(0)) return null;
  if (isUtf8(isWhole ? sample : withoutCutCharacter(sample)))
    return startsWith(sample, MARKS["utf-8-bom"]) ? "utf-8-bom" : "utf-8";
  return controlShare(sample) > BINARY_CONTROL_SHARE ? null : "latin1";
}

/** Returns the text without its byte order mark. */
export function decodeText(bytes: Buffer, encoding: TextEncoding): string {
  const content = bytes.subarray(MARKS[encoding].length);
  switch (encoding) {
    case "utf-8":
    case "utf-8-bom":
      return content.toString("utf8");
    case "utf-16le":
      return content.toString("utf16le");
    case "utf-16be":
      return swapBytes(content).toString("utf16le");
    case "latin1":
      return content.toString("latin1");
  }
}

/** Encodes a text with its byte order mark; returns null when the encoding cannot represent one of its characters. */
export function encodeText(text: string, encoding: TextEncoding): Buffer | null {
  switch (encoding) {
    case "utf-8":
    case "utf-8-bom":
      return Buffer.concat([MARKS[encoding], Buffer.from(text, "utf8")]);
    case "utf-16le":
      return Buffer.concat([MARKS[encoding], Buffer.from(text, "utf16le")]);
    case "utf-16be":
      return Buffer.concat([MARKS[encoding], swapBytes(Buffer.from(text, "utf16le"))]);
    case "latin1": {
      const bytes = Buffer.from(text, "latin1");
      return bytes.toString("latin1") === text ? bytes : null;
    }
  }
}

/** Creates a streaming decoder that joins characters split between pieces and removes the byte order mark. */
export function createTextDecoder(encoding: TextEncoding): (bytes: Buffer | null) => string {
  if (encoding === "latin1") return (bytes) => bytes?.toString("latin1") ?? "";
  const decoder = new TextDecoder(encoding === "utf-8-bom" ? "utf-8" : encoding);
  return (bytes) => (bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true }));
}

function startsWith(bytes: Buffer, mark: Buffer): boolean {
  return bytes.subarray(0, mark.length).equals(mark);
}

function swapBytes(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16();
}

/** Removes the bytes of a last character that continues after the sample. */
function withoutCutCharacter(sample: Buffer): Buffer {
  for (let back = 1; back <= 3; back += 1) {
    const byte = sample.at(-back) ?? 0;
    if (byte < 0x80) return sample;
    const isFirst = byte >= 0xc0;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (isFirst) return length > back ? sample.subarray(0, -back) : sample;
  }
  return sample;
}

function controlShare(sample: Buffer): number {
  let controls = 0;
  for (const byte of sample) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls += 1;
  return sample.length === 0 ? 0 : controls / sample.length;
}
