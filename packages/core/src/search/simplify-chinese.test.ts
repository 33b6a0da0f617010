import fc from "fast-check";
import { expect, it } from "vitest";
import { simplifyChinese } from "./simplify-chinese.ts";

it("replaces traditional characters and leaves everything else", () => {
  expect(simplifyChinese("會議記錄 2026: 國際電話 meeting")).toBe("会议记录 2026: 国际电话 meeting");
});

it("keeps the length of every text, so that offsets stay valid", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(simplifyChinese(text)).toHaveLength(text.length);
    }),
  );
});
