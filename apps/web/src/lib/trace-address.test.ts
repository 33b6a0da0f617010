import fc from "fast-check";
import { expect, it } from "vitest";
import { readEntryRef, traceHref, writeEntryRef } from "./trace-address.ts";

it("round-trips an entry of any run", () => {
  fc.assert(
    fc.property(fc.record({ traceId: fc.string({ minLength: 1 }), sequence: fc.nat() }), (entry) => {
      expect(readEntryRef(writeEntryRef(entry))).toEqual(entry);
    }),
  );
});

it.each([null, "", "7", ":7", "t1:", "t1:-3", "t1:1.5", "t1:1e3"])("reads %s as no entry", (text) => {
  expect(readEntryRef(text)).toBeNull();
});

it("links to a run, one of its entries, or the notes of a goal", () => {
  expect(traceHref("the shop", "t1")).toBe("/w/the%20shop/traces/t1");
  expect(traceHref("shop", "t1", { sequence: 7 })).toBe("/w/shop/traces/t1?sel=t1:7");
  expect(traceHref("shop", "t1", { goalId: "g1", tab: "notes" })).toBe("/w/shop/traces/t1?tab=notes&goal=g1");
});
