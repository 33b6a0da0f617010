import type { Delta } from "@goaltrace/core/log";
import fc from "fast-check";
import { expect, it } from "vitest";
import { splitDelta } from "./split-delta.ts";

const delta: Delta = {
  ...{ kind: "delta", traceId: "trace", callId: "call", attempt: 1, channel: "output", offset: 7 },
  text: "",
};
const MAX_BYTES = 40;

it("cuts a long delta into pieces that fit and join to the same text", () => {
  const text = fc.array(fc.constantFrom("a", '"', "\\", "\n", "\0", "ß", "漢", "😀", "\ud83d"), {
    maxLength: 200,
    size: "max",
  });
  fc.assert(
    fc.property(text, (characters) => {
      const whole = characters.join("");
      const pieces = splitDelta({ ...delta, text: whole }, MAX_BYTES);
      let offset = delta.offset;
      for (const piece of pieces) {
        expect(piece.offset).toBe(offset);
        expect(Buffer.byteLength(JSON.stringify(piece.text)) - 2).toBeLessThanOrEqual(MAX_BYTES);
        offset += piece.text.length;
      }
      expect(pieces.map((piece) => piece.text).join("")).toBe(whole);
    }),
  );
});
