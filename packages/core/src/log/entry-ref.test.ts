import fc from "fast-check";
import { expect, it } from "vitest";
import { formatEntryRef, parseEntryRef } from "./entry-ref.ts";

const ref = fc.record({
  traceId: fc.string({ minLength: 1 }).filter((id) => !/[\n\r\u2028\u2029]/u.test(id)),
  sequence: fc.integer({ min: 1, max: 2_147_483_647 }),
});

it("reads every address it writes, whatever the id of the trace", () => {
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
])("reads %j as no address", (text) => {
  expect(parseEntryRef(text)).toBeNull();
});
