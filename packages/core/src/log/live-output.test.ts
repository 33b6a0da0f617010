import fc from "fast-check";
import { expect, it } from "vitest";
import { joinOutput, keepEnd, type OutputPiece } from "./live-output.ts";

const WHOLE = "abcdefghijklmnopqrstuvwxyz".repeat(4);
const LIMIT = 30;

/** The pieces of one output as they may arrive: cut anywhere, doubled, out of order. */
const arrivals = fc.array(
  fc.tuple(fc.nat(WHOLE.length), fc.nat(WHOLE.length)).map(([one, other]): OutputPiece => {
    const [start, end] = [Math.min(one, other), Math.max(one, other)];
    return { attempt: 1, offset: start, text: WHOLE.slice(start, end) };
  }),
  { minLength: 1, maxLength: 30 },
);

it("however pieces arrive, what is known is a true stretch of the output and reaches its newest character", () => {
  fc.assert(
    fc.property(arrivals, (pieces) => {
      let known: OutputPiece | undefined;
      for (const piece of pieces) known = joinOutput(known, piece, LIMIT);
      const { offset = 0, text = "" } = known ?? {};
      expect(text).toBe(WHOLE.slice(offset, offset + text.length));
      expect(text.length).toBeLessThanOrEqual(LIMIT);
      expect(offset + text.length).toBe(Math.max(...pieces.map((one) => one.offset + one.text.length)));
    }),
  );
});

it("a piece that adds nothing leaves what is known as it is", () => {
  const known = { attempt: 2, offset: 10, text: "0123456789" };
  for (const piece of [
    { attempt: 2, offset: 12, text: "234" },
    { attempt: 2, offset: 0, text: "old" },
    { attempt: 1, offset: 20, text: "of the execution before" },
  ])
    expect(joinOutput(known, piece, LIMIT)).toBe(known);
});

it("the kept tail and the pieces behind it join from both sides; a later execution starts over", () => {
  const live = joinOutput(undefined, { attempt: 1, offset: 6, text: "world" }, LIMIT);
  const joined = joinOutput(live, { attempt: 1, offset: 0, text: "Hello world" }, LIMIT);
  expect(joined).toEqual({ attempt: 1, offset: 0, text: "Hello world" });
  const again = { attempt: 2, offset: 0, text: "Again" };
  expect(joinOutput(joined, again, LIMIT)).toEqual(again);
});

it("the end that is kept does not begin with half a character", () => {
  expect(keepEnd({ attempt: 1, offset: 0, text: "a😀b" }, 2)).toEqual({ attempt: 1, offset: 3, text: "b" });
});
