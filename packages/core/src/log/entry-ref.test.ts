import fc from "fast-check";
import { expect, it } from "vitest";
import { formatEntryRef, parseEntryRef } from "./entry-ref.ts";

const ref = fc.record({
  traceId: fc.string({ minLength: 1 }).filter((id) => !/[\n\r\u2028\u2029]/u.test(id)),
  sequence: fc.integer({ min: 1, max: 2_147_483_647 }),
});

it("parses every address it formats, for any trace id", () => {
  fc.assert(
    fc.property(ref, (address) => {
      expect(parseEntryRef(formatEntryRef(address))).toEqual(address);
    }),
  );
});

it.each([
  "",
  "12",
  ":12",
  "trace",
  "trace:",
  "trace:0",
  "trace:-1",
  "trace:1.5",
  "trace:01",
  "trace:12345678901",
  "trace:12x",
  "trace:x2",
  "tra\nce:2",
  "trace 12",
])("rejects %j as an address", (text) => {
  expect(parseEntryRef(text)).toBeNull();
});

it.each([
  ["trace:1", { traceId: "trace", sequence: 1 }],
  ["trace:1234567890", { traceId: "trace", sequence: 1_234_567_890 }],
  ["a:b:12", { traceId: "a:b", sequence: 12 }],
  ["7:3", { traceId: "7", sequence: 3 }],
])("parses %s", (text, address) => {
  expect(parseEntryRef(text)).toEqual(address);
  expect(formatEntryRef(address)).toBe(text);
});
