import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "./parse-json.ts";

const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

describe("parseJson", () => {
  it("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("rejects text that JSON.parse rejects", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = (parse: (text: string) => unknown): unknown => {
          try {
            return [parse(text)];
          } catch {
            return "not JSON";
          }
        };
        expect(read(parseJson)).toEqual(read(JSON.parse));
      }),
    );
  });

  it("rejects values that are nested too deep, without building them", () => {
    expect(parseJson(nested(200))).toBeInstanceOf(Array);
    expect(() => parseJson(nested(201))).toThrow("nested deeper than 200 levels");
    expect(() => parseJson(`{"a":${nested(5_000_000)}}`)).toThrow("nested deeper");
    expect(() => parseJson('{"a":{"b":1}}', { maxDepth: 1 })).toThrow("nested deeper than 1 levels");
  });

  it("does not count brackets inside strings", () => {
    for (const text of ["[[[", '\\"[[[', "\\\\", '"}]'])
      expect(parseJson(JSON.stringify([text, text]), { maxDepth: 1 })).toEqual([text, text]);
    expect(parseJson(`"${"[".repeat(1000)}"`)).toHaveLength(1000);
  });

  it("rejects text that is too long", () => {
    expect(parseJson("12345", { maxCharacters: 5 })).toBe(12345);
    expect(() => parseJson("123456", { maxCharacters: 5 })).toThrow("longer than 5 characters");
  });
});
