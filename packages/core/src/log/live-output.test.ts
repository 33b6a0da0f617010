import fc from "fast-check";
import { expect, it } from "vitest";
import { joinOutput, keepEnd, type OutputPiece } from "./live-output.ts";

const WHOLE = "abcdefghijklmnopqrstuvwxyz".repeat(4);
const LIMIT = 30;

/** Pieces of one output in any split, with duplicates and out of order. */
const arrivals = fc.array(
  fc.tuple(fc.nat(WHOLE.length), fc.nat(WHOLE.length)).map(([first, second]): OutputPiece => {
    const [start, end] = [Math.min(first, second), Math.max(first, second)];
    return { attempt: 1, offset: start, text: WHOLE.slice(start, end) };
  }),
  { minLength: 1, maxLength: 30 },
);

it("joins pieces in any order into a contiguous part of the output up to its newest character", () => {
  fc.assert(
    fc.property(arrivals, (pieces) => {
      let current: OutputPiece | undefined;
      for (const piece of pieces) current = joinOutput(current, piece, LIMIT);
      const { offset = 0, text = "" } = current ?? {};
      expect(text).toBe(WHOLE.slice(offset, offset + text.length));
      expect(text.length).toBeLessThanOrEqual(LIMIT);
      expect(offset + text.length).toBe(Math.max(...pieces.map((piece) => piece.offset + piece.text.length)));
    }),
  );
});

it("returns the current output itself when a piece adds nothing", () => {
  const current = { attempt: 2, offset: 10, text: "0123456789" };
  for (const piece of [
    { attempt: 2, offset: 12, text: "234" },
    { attempt: 2, offset: 0, text: "old" },
    { attempt: 1, offset: 20, text: "of the previous execution" },
  ])
    expect(joinOutput(current, piece, LIMIT)).toBe(current);
});

it("joins pieces on both sides and restarts with a later execution", () => {
  const live = joinOutput(undefined, { attempt: 1, offset: 6, text: "world" }, LIMIT);
  const joined = joinOutput(live, { attempt: 1, offset: 0, text: "Hello world" }, LIMIT);
  expect(joined).toEqual({ attempt: 1, offset: 0, text: "Hello world" });
  const again = { attempt: 2, offset: 0, text: "Again" };
  expect(joinOutput(joined, again, LIMIT)).toEqual(again);
});

it("does not start the tail inside a surrogate pair", () => {
  expect(keepEnd({ attempt: 1, offset: 0, text: "a😀b" }, 2)).toEqual({ attempt: 1, offset: 3, text: "b" });
});

it.each<[string, OutputPiece, OutputPiece]>([
  ["that follows directly", { attempt: 1, offset: 6, text: "gh" }, { attempt: 1, offset: 2, text: "cdefgh" }],
  [
    "that overlaps the end",
    { attempt: 1, offset: 5, text: "fgh" },
    { attempt: 1, offset: 2, text: "cdefgh" },
  ],
  ["after a gap", { attempt: 1, offset: 7, text: "h" }, { attempt: 1, offset: 7, text: "h" }],
  [
    "that precedes directly",
    { attempt: 1, offset: 0, text: "ab" },
    { attempt: 1, offset: 0, text: "abcdef" },
  ],
  [
    "that overlaps the start",
    { attempt: 1, offset: 1, text: "bcd" },
    { attempt: 1, offset: 1, text: "bcdef" },
  ],
  ["before a gap", { attempt: 1, offset: 0, text: "a" }, { attempt: 1, offset: 2, text: "cdef" }],
  [
    "that covers it",
    { attempt: 1, offset: 0, text: "abcdefgh" },
    { attempt: 1, offset: 0, text: "abcdefgh" },
  ],
  ["of a later attempt", { attempt: 2, offset: 0, text: "x" }, { attempt: 2, offset: 0, text: "x" }],
  ["of an earlier attempt", { attempt: 0, offset: 6, text: "gh" }, { attempt: 1, offset: 2, text: "cdef" }],
])("joins a piece %s", (_, piece, joined) => {
  expect(joinOutput({ attempt: 1, offset: 2, text: "cdef" }, piece, LIMIT)).toEqual(joined);
});

it("returns the current output itself when a piece adds only text that the limit cuts off", () => {
  const current = { attempt: 1, offset: 2, text: "cdef" };
  expect(joinOutput(current, { attempt: 1, offset: 0, text: "abc" }, 4)).toBe(current);
  expect(joinOutput(current, { attempt: 1, offset: 2, text: "cdef" }, 4)).toBe(current);
  expect(joinOutput(current, { attempt: 1, offset: 0, text: "ab" }, 5)).toEqual({
    ...{ attempt: 1, offset: 1, text: "bcdef" },
  });
});

it("limits the first piece too, and returns a piece within the limit itself", () => {
  const piece = { attempt: 1, offset: 3, text: "abcd" };
  expect(joinOutput(undefined, piece, 4)).toBe(piece);
  expect(joinOutput(undefined, piece, 3)).toEqual({ attempt: 1, offset: 4, text: "bcd" });
  expect(keepEnd(piece, 4)).toBe(piece);
});

it.each([
  ["\uDC00", true],
  ["\uDFFF", true],
  ["\uDBFF", false],
  ["\uE000", false],
  ["a", false],
])("drops %j at the start of a tail: %s", (first, dropped) => {
  expect(keepEnd({ attempt: 1, offset: 0, text: `x${first}yz` }, 3)).toEqual({
    ...{ attempt: 1, offset: dropped ? 2 : 1, text: dropped ? "yz" : `${first}yz` },
  });
});
