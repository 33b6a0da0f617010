import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toQueryString } from "./to-query-string.ts";

describe("toQueryString", () => {
  it("returns a query string that parses back to the same parameters", () => {
    const pairs = fc.array(fc.tuple(fc.constantFrom("q", "status", "tag", "started"), fc.string()));
    fc.assert(
      fc.property(pairs, (written) => {
        const parameters = new URLSearchParams(written);
        const search = Object.fromEntries(
          [...new Set(parameters.keys())].map((name) => {
            const values = parameters.getAll(name);
            return [name, values.length === 1 ? values[0] : values];
          }),
        );
        const read = new URLSearchParams(toQueryString(search));
        for (const name of parameters.keys()) expect(read.getAll(name)).toEqual(parameters.getAll(name));
        expect(read.size).toBe(parameters.size);
      }),
    );
  });

  it("omits parameters without a value", () => {
    expect(toQueryString({ q: undefined, days: "7" })).toBe("days=7");
  });
});
