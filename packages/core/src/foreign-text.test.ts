import fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "./testing/any-text.ts";
import { cleanForeignText, cutText } from "./foreign-text.ts";

it.each([
  ["colors", "\u001b[31mfatal\u001b[0m: no", "fatal : no"],
  [
    "links and titles of terminals",
    "\u001b]8;;http://x.test\u0007link\u001b]8;;\u0007 \u001b]0;title\u001b\\end",
    "link end",
  ],
  ["cursor movements", "one\u001b[2K\u001b[1Atwo\u009b5mthree", "one two three"],
  ["control characters and line breaks", "a\u0000b\r\n\tc\u0007\u007f", "a b c"],
  ["marks that reorder text", "a\u202eb\u2066c\u200bd\u2028e", "a b c d e"],
  ["lone surrogates", "a\ud800b", "a b"],
])("removes %s", (_what, text, expected) => {
  expect(cleanForeignText(text)).toBe(expected);
});

it("is short, on one line and without control characters for any text", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText({ maxLength: 400 }),
        fc.string({ unit: fc.constantFrom("\u001b", "[", "]", "3", "m", ";", "x") }),
      ),
      fc.integer({ min: 1, max: 50 }),
      (text, limit) => {
        const clean = cleanForeignText(text, limit);
        expect(clean.length).toBeLessThanOrEqual(limit);
        expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\n]/u);
      },
    ),
  );
});

/** The time of the processor since `before`, of which other programs take nothing. Milliseconds. */
const processorMs = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

it("reads only the beginning of a text of megabytes", () => {
  const startedAt = process.cpuUsage();
  expect(cleanForeignText("\u001b]".repeat(5_000_000), 10).length).toBeLessThanOrEqual(10);
  expect(cleanForeignText("x".repeat(10_000_000), 10)).toBe("xxxxxxxxx…");
  expect(processorMs(startedAt)).toBeLessThan(1_000);
});

it("cuts without splitting a character", () => {
  expect(cutText("abc", 3)).toBe("abc");
  expect(cutText("ab🙂c", 4)).toBe("ab…");
});
