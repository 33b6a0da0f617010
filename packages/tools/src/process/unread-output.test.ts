import fc from "fast-check";
import { expect, it } from "vitest";
import { createUnreadOutput } from "./unread-output.ts";

it("returns every byte once, in order, while a reader takes them in time", () => {
  const steps = fc.array(fc.oneof(fc.string({ unit: "grapheme", maxLength: 9 }), fc.constant(null)));
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 3 }), (pieces, size) => {
      const unread = createUnreadOutput(10_000);
      const taken: string[] = [];
      for (const piece of pieces) {
        if (piece === null) taken.push(unread.take().text);
        else {
          const bytes = Buffer.from(piece);
          for (let at = 0; at < bytes.length; at += size) unread.push(bytes.subarray(at, at + size));
        }
      }
      taken.push(unread.take().text);
      expect(taken.join("")).toBe(pieces.map((piece) => piece ?? "").join(""));
      expect(unread.hasText()).toBe(false);
    }),
    { numRuns: Number(process.env["CASES"] ?? 200) },
  );
});

it("keeps the end of unread output, and counts the rest", () => {
  const unread = createUnreadOutput(100);
  for (let line = 0; line < 1_000; line += 1) unread.push(Buffer.from(`line ${String(line)}\n`));
  const { text, skippedBytes } = unread.take();
  expect(text).toHaveLength(100);
  expect(text.endsWith("line 999\n")).toBe(true);
  const whole = Array.from({ length: 1_000 }, (_, line) => `line ${String(line)}\n`).join("").length;
  expect(skippedBytes).toBe(whole - 100);
  unread.push(Buffer.from("next"));
  expect(unread.take()).toEqual({ text: "next", skippedBytes: 0 });
});
