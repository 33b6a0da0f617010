import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createTextDecoder,
  decodeText,
  detectEncoding,
  encodeText,
  type TextEncoding,
} from "./text-encoding.ts";

const ENCODINGS: readonly TextEncoding[] = ["utf-8", "utf-8-bom", "utf-16le", "utf-16be", "latin1"];
const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);
const character = fc.constantFrom("a", "é", "ÿ", "\n", "\r");
const latin = fc.string({ unit: character, maxLength: 20 });
const wide = fc.string({ unit: fc.oneof(character, fc.constantFrom("鹭", "🦆")), maxLength: 20 });

describe("detectEncoding", () => {
  it.each([
    ["utf-8", Buffer.alloc(0)],
    ["utf-8", Buffer.from("abc é 鹭 🦆")],
    ["utf-8-bom", bytes(0xef, 0xbb, 0xbf, 0x61)],
    ["utf-16le", bytes(0xff, 0xfe, 0x61, 0)],
    ["utf-16be", bytes(0xfe, 0xff, 0, 0x61)],
    ["latin1", bytes(0x63, 0x61, 0x66, 0xe9)],
    // UTF-32 is not supported.
    [null, bytes(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0)],
    [null, bytes(0x61, 0, 0x62)],
    [null, bytes(0xe9, 1, 2, 3)],
    ["latin1", bytes(0xe9, 9, 10, 13, 27, 32, 33)],
  ])("detects %s from the first bytes", (encoding, sample) => {
    expect(detectEncoding(sample, true)).toBe(encoding);
  });

  it("accepts a character that the sample cuts, but not one that the file cuts", () => {
    for (const text of ["é", "鹭", "🦆"]) {
      const whole = Buffer.from(`abc${text}`);
      for (let length = 4; length < whole.length; length += 1) {
        expect(detectEncoding(whole.subarray(0, length), false)).toBe("utf-8");
        expect(detectEncoding(whole.subarray(0, length), true)).toBe("latin1");
      }
      expect(detectEncoding(whole, false)).toBe("utf-8");
    }
    expect(detectEncoding(bytes(0x61, 0xe9, 0x61), false)).toBe("latin1");
    expect(detectEncoding(bytes(0x61, 0x62, 0x80, 0x80, 0x80, 0x80), false)).toBe("latin1");
    expect(detectEncoding(bytes(0xe9), false)).toBe("utf-8");
  });
});

describe("encodeText", () => {
  it.each(ENCODINGS)("writes what decodeText and the streaming decoder read: %s", (encoding) => {
    fc.assert(
      fc.property(encoding === "latin1" ? latin : wide, fc.nat(30), (text, cut) => {
        const encoded = encodeText(text, encoding);
        if (encoded === null) throw new Error("not encoded");
        expect(decodeText(encoded, encoding)).toBe(text);
        const decode = createTextDecoder(encoding);
        const pieces = [encoded.subarray(0, cut), encoded.subarray(cut), null];
        expect(pieces.map(decode).join("")).toBe(text);
      }),
    );
  });

  it.each([
    ["utf-8", bytes(0x61)],
    ["utf-8-bom", bytes(0xef, 0xbb, 0xbf, 0x61)],
    ["utf-16le", bytes(0xff, 0xfe, 0x61, 0)],
    ["utf-16be", bytes(0xfe, 0xff, 0, 0x61)],
    ["latin1", bytes(0x61)],
  ] as const)("keeps the byte order mark of %s", (encoding, encoded) => {
    expect(encodeText("a", encoding)).toEqual(encoded);
  });

  it("refuses characters that the encoding does not have", () => {
    expect(encodeText("ÿ", "latin1")).toEqual(bytes(0xff));
    expect(encodeText("鹭", "latin1")).toBeNull();
  });

  it("ignores half a character at the end of a file", () => {
    expect(decodeText(bytes(0xfe, 0xff, 0, 0x61, 0), "utf-16be")).toBe("a");
  });
});
