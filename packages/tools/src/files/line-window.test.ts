import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineWindow, type LineWindowOptions, type LineWindowResult } from "./line-window.ts";

const ALL = { from: 1, limit: 100, maxLineCharacters: 100, maxCharacters: 1_000 };

function select(
  text: string,
  options: Partial<LineWindowOptions> = {},
  sizes: readonly number[] = [],
): LineWindowResult {
  const lineWindow = createLineWindow({ ...ALL, ...options });
  let from = 0;
  for (const size of sizes) {
    lineWindow.push(text.slice(from, from + size));
    from += size;
  }
  lineWindow.push(text.slice(from));
  return lineWindow.finish();
}

describe("createLineWindow", () => {
  it.each([
    ["", []],
    ["a", ["a"]],
    ["a\n", ["a"]],
    ["a\n\n", ["a", ""]],
    ["a\r\nb\r", ["a", "b"]],
    ["\n", [""]],
  ])("splits %j into lines", (text, lines) => {
    expect(select(text)).toEqual({ lines, totalLines: lines.length, cutLines: 0 });
  });

  it("selects a range and counts all lines", () => {
    const text = "1\n2\n3\n4\n5";
    expect(select(text, { from: 2, limit: 2 })).toEqual({ lines: ["2", "3"], totalLines: 5, cutLines: 0 });
    expect(select(text, { from: 5 }).lines).toEqual(["5"]);
    expect(select(text, { from: 6 })).toEqual({ lines: [], totalLines: 5, cutLines: 0 });
  });

  it("cuts long lines and reports by how much, without counting a line end", () => {
    const cut = (text: string): LineWindowResult => select(text, { maxLineCharacters: 3 });
    expect(cut("abc\r\nabcd\nabcdefg\r\nxyz").lines).toEqual([
      ...["abc", "abc […1 more characters in this line]", "abc […5 more characters in this line]", "xyz"],
    ]);
    expect(cut("abcd\nabcde\nabc\n").cutLines).toBe(2);
  });

  it("ends before the line that exceeds its size, but has at least one line", () => {
    expect(select("abcd\nef\ng", { maxCharacters: 7 }).lines).toEqual(["abcd", "ef"]);
    expect(select("abcd\nef\ng", { maxCharacters: 6 })).toEqual({
      lines: ["abcd"],
      totalLines: 3,
      cutLines: 0,
    });
    expect(select("abcd\nefg\nh", { maxCharacters: 7 }).lines).toEqual(["abcd"]);
    expect(select("abcd\nef", { maxCharacters: 1 }).lines).toEqual(["abcd"]);
  });

  it("gives the same lines however the text arrives", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "b", "\r", "\n"), maxLength: 12 });
    fc.assert(
      fc.property(line, fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 12 }), (text, sizes) => {
        const options = { maxLineCharacters: 3, maxCharacters: 12 };
        expect(select(text, options, sizes)).toEqual(select(text, options));
      }),
    );
  });
});
