import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBoundedJson } from "./bounded-json.ts";

const LIMITS = { maxLength: 1_000, maxDepth: 5, maxValues: 20 };
const WIDE = { maxLength: 1_000_000, maxDepth: 1_000, maxValues: 100_000 };
const invalid = (message: string): unknown =>
  expect.objectContaining({ code: "INVALID_INPUT", message: expect.stringContaining(message) as unknown });

describe("parseBoundedJson", () => {
  it("parses every JSON text within the limits", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseBoundedJson(text, WIDE)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("rejects a text that is too long, too deep or has too many values", () => {
    expect(() => parseBoundedJson(`"${"x".repeat(1_000)}"`, LIMITS)).toThrow(invalid("longer than 1000"));
    expect(() => parseBoundedJson("[".repeat(6) + "]".repeat(6), LIMITS)).toThrow(invalid("deeper than 5"));
    expect(() => parseBoundedJson('{"a":'.repeat(6) + "1" + "}".repeat(6), LIMITS)).toThrow(
      invalid("deeper than 5"),
    );
    expect(() => parseBoundedJson(JSON.stringify(Array.from({ length: 21 }, () => 1)), LIMITS)).toThrow(
      invalid("more than 20 values"),
    );
    expect(parseBoundedJson("[".repeat(5) + "]".repeat(5), LIMITS)).toEqual([[[[[]]]]]);
  });

  it("does not count brackets and commas within strings", () => {
    const texts = ["[[[[[[[", "{,".repeat(40), '\\"[[[[[[', "\\", '"'];
    expect(parseBoundedJson(JSON.stringify(texts), LIMITS)).toEqual(texts);
    expect(() => parseBoundedJson('["\\", [[[[[[[', LIMITS)).toThrow(SyntaxError);
  });
});
