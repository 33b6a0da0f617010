import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { INITIAL_VIEW, readViewState, toggled, viewHref } from "./url-state.ts";

const parse = (href: string) => readViewState(new URLSearchParams(href));
const identifiers = fc.uniqueArray(fc.string({ minLength: 1, unit: "grapheme" }), { maxLength: 6 });

describe("url state", () => {
  it("W1 · a link shows the same view: writing and reading it changes nothing", () => {
    fc.assert(
      fc.property(
        fc.record({
          goal: fc.option(fc.string({ minLength: 1, unit: "grapheme" })),
          sequence: fc.option(fc.nat()),
          open: identifiers,
          folded: identifiers,
          tab: fc.constantFrom("io" as const, "raw" as const),
          camera: fc.option(
            fc.record({
              x: fc.integer({ min: -9e6, max: 9e6 }),
              y: fc.integer({ min: -9e6, max: 9e6 }),
              zoom: fc.constantFrom(0.1, 0.45, 1, 1.4, 2),
            }),
          ),
        }),
        (view) => {
          expect(parse(viewHref(view))).toEqual(view);
        },
      ),
    );
  });

  it("W1 · reads nonsense as the default and writes the default as nothing", () => {
    expect(parse("seq=-3&tab=zzz&at=1_2&open=,,")).toEqual(INITIAL_VIEW);
    expect(parse("at=1_2_0")).toEqual(INITIAL_VIEW);
    expect(viewHref(INITIAL_VIEW)).toBe("?");
  });

  it("D4 · opening twice closes", () => {
    expect(toggled(["a"], "b")).toEqual(["a", "b"]);
    expect(toggled(["a", "b"], "b")).toEqual(["a"]);
  });
});
