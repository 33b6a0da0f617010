import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputWindow } from "./output-window.ts";

describe("an output window", () => {
  it("returns short outputs unchanged, however they are cut", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 8 }), (pieces) => {
        const text = pieces.join("");
        const window = createOutputWindow(40, 2000);
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length; at += 3) window.push(bytes.subarray(at, at + 3));
        expect(window.text()).toBe(text);
        expect(window.bytes()).toBe(bytes.length);
      }),
    );
  });

  it("keeps both ends of a long one and says how much is missing", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 40, max: 5000 }), (step, length) => {
        const window = createOutputWindow(10, 20);
        const bytes = Buffer.from("abcdefghij".repeat(Math.ceil(length / 10)).slice(0, length));
        for (let at = 0; at < length; at += step) window.push(bytes.subarray(at, at + step));
        expect(window.text()).toBe(
          `${bytes.toString().slice(0, 10)}\n[${String(length - 30)} bytes not kept]\n${bytes.toString().slice(-20)}`,
        );
      }),
    );
  });

  it("never shows half a character where it cuts", () => {
    const window = createOutputWindow(10, 10);
    window.push(Buffer.from("汉".repeat(100)));
    expect(window.text()).toBe(`${"汉".repeat(3)}\n[280 bytes not kept]\n${"汉".repeat(3)}`);
  });
});
