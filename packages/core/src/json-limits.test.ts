import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "./parse-json.ts";

const LIMITS = { maxCharacters: 1_000, maxDepth: 5, maxValues: 20 };
const WIDE = { maxCharacters: 1_000_000, maxDepth: 1_000, maxValues: 100_000 };
const invalid = (message: string): unknown =>
  expect.objectContaining({ code: "INVALID_INPUT", message: expect.stringContaining(message) as unknown });

describe("limits of JSON", () => {
  it("parses every JSON text within the limits", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseJson(text, WIDE)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("rejects a text that is too long, too deep or has too many values", () => {
    expect(() => parseJson(`"${"x".repeat(1_000)}"`, LIMITS)).toThrow(invalid("longer than 1000"));
    expect(() => parseJson("[".repeat(6) + "]".repeat(6), LIMITS)).toThrow(invalid("deeper than 5"));
    expect(() => parseJson('{"a":'.repeat(6) + "1" + "}".repeat(6), LIMITS)).toThrow(
      invalid("deeper than 5"),
    );
    expect(() => parseJson(JSON.stringify(Array.from({ length: 21 }, () => 1)), LIMITS)).toThrow(
      invalid("more than 20 values"),
    );
    expect(parseJson("[".repeat(5) + "]".repeat(5), LIMITS)).toEqual([[[[[]]]]]);
  });

  it("does not count brackets and commas within strings", () => {
    const texts = ["[[[[[[[", "{,".repeat(40), '\\"[[[[[[', "\\", '"'];
    expect(parseJson(JSON.stringify(texts), LIMITS)).toEqual(texts);
    expect(() => parseJson('["\\", [[[[[[[', LIMITS)).toThrow(SyntaxError);
  });
});
