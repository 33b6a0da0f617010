import fc from "fast-check";
import { expect, it } from "vitest";
import { createOwnLineFilter, OWN_LINE } from "./own-lines.ts";

const piece = fc.oneof(
  fc.constantFrom(OWN_LINE, "[goal", "trace]", "[", "]", "[goaltrace", "\n"),
  fc.string({ maxLength: 8 }),
);

it("never lets a server write a line of ours, however it splits its text", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const filter = createOwnLineFilter();
      const shown = [...pieces, "end"].map(filter).join("");
      expect(shown).not.toContain(OWN_LINE);
      expect(shown).toBe(`${pieces.join("")}end`.replaceAll(OWN_LINE, "(goaltrace)"));
    }),
  );
});
