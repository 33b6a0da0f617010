import fc from "fast-check";
import { expect, it } from "vitest";
import { createEventReader } from "./read-events.ts";

/** Reads a text in pieces that end at `splits` and returns its contents in order. */
function readAll(
  text: string,
  splits: readonly number[] = [],
): { readonly seen: readonly unknown[]; readonly isTooLong: boolean } {
  const seen: unknown[] = [];
  const note = (kind: string) => (value: unknown) => seen.push([kind, value]) > 0;
  const reader = createEventReader(
    {
      ...{ onValue: note("value"), onError: note("error"), onUnreadable: note("unreadable") },
      onEnd: () => seen.push(["end"]) < 0,
    },
    200,
  );
  const bytes = new TextEncoder().encode(text);
  let from = 0;
  let wantsMore = true;
  for (const to of [
    ...splits.map((split) => split % (bytes.length + 1)).sort((left, right) => left - right),
    bytes.length,
  ]) {
    wantsMore &&= reader.read(bytes.subarray(from, to));
    from = to;
  }
  if (wantsMore) reader.end();
  return { seen, isTooLong: reader.isTooLong() };
}

const TEXT =
  ': hello\r\n\r\nid: 7\ndata: {"a":"ä🙂"}\n\ndata:{"b":\ndata: [1]}\n\ndata: {oops\n\n{"c":1}\nevent: error\ndata: gone\n\ndata: {"d":1}\n\ndata: [DONE]\n\ndata: {"e":1}\n\n';
const CONTENTS = [
  ["value", { a: "ä🙂" }],
  ["value", { b: [1] }],
  ["unreadable", "{oops"],
  ["value", { c: 1 }],
  ["error", "gone"],
  ["value", { d: 1 }],
  ["end"],
];

it("reads the same contents wherever the bytes are split", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 12 }), (splits) => {
      expect(readAll(TEXT, splits)).toEqual({ seen: CONTENTS, isTooLong: false });
    }),
  );
});

it("reads events around an unreadable one when no blank lines separate them", () => {
  expect(readAll('data: {oops\ndata: {"a":1}\ndata: [DONE]\n').seen).toEqual([
    ["unreadable", "{oops"],
    ["value", { a: 1 }],
    ["end"],
  ]);
});

it.each([
  ["a line", `data: "${"x".repeat(300)}`],
  ["an event of many lines", "data: [\n".repeat(300)],
])("stops at %s that exceeds the limit", (_what, text) => {
  expect(readAll(text, [50, 100, 150, 199])).toMatchObject({ isTooLong: true });
});
