import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPastedTexts, LINE_BREAK } from "./pasted-texts.ts";

const fiveHundredLines = Array.from({ length: 500 }, (_, index) => `line ${index} 中文`).join("\n");

describe("a pasted text", () => {
  it("becomes one character of the line when it is long, and is sent in full", () => {
    const pasted = createPastedTexts();
    const line = `Read: ${pasted.insert(fiveHundredLines)}!`;
    expect(line).toHaveLength("Read: .!".length);
    expect(pasted.show(line, 7)).toEqual({
      text: "Read: [pasted 500 lines]!",
      cursor: "Read: [pasted 500 lines]".length,
    });
    expect(pasted.expand(line)).toBe(`Read: ${fiveHundredLines}!`);
  });

  it("stays visible when it is short", () => {
    const pasted = createPastedTexts();
    const line = pasted.insert("a\r\n\tb");
    expect(line).toBe(`a${LINE_BREAK}    b`);
    expect(pasted.show(line, 2)).toEqual({ text: "a\n    b", cursor: 2 });
    expect(pasted.expand(line)).toBe("a\n    b");
  });

  it("cannot control the terminal", () => {
    const pasted = createPastedTexts();
    expect(pasted.insert("a\u001B[2Jb\u0007")).toBe("a[2Jb");
  });

  it("is sent unchanged, however it is shown", () => {
    const pasted = createPastedTexts();
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("x", "中", "\n", " "), maxLength: 900 }), (text) => {
        expect(pasted.expand(pasted.insert(text))).toBe(text);
      }),
    );
  });
});
