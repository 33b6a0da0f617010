import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  MAIN_VIEWS,
  INITIAL_VIEW,
  INSPECTOR_TABS,
  readViewState,
  RUN_FILTERS,
  TABLE_COLUMNS,
  toggled,
  viewHref,
} from "./url-state.ts";

const parse = (href: string) => readViewState(new URLSearchParams(href));
const identifier = fc.string({ minLength: 1, unit: "grapheme" });
const identifiers = fc.uniqueArray(identifier, { maxLength: 6 });

describe("url state", () => {
  it("round-trips the view through the URL", () => {
    fc.assert(
      fc.property(
        fc.record({
          mainView: fc.constantFrom(...MAIN_VIEWS),
          goal: fc.option(identifier),
          sequence: fc.option(fc.nat()),
          moment: fc.option(fc.nat()),
          filter: fc.constantFrom(...RUN_FILTERS),
          compare: fc.option(identifier),
          open: identifiers,
          folded: identifiers,
          hideAbandoned: fc.boolean(),
          tab: fc.constantFrom(...INSPECTOR_TABS),
          camera: fc.option(
            fc.record({
              x: fc.integer({ min: -9e6, max: 9e6 }),
              y: fc.integer({ min: -9e6, max: 9e6 }),
              zoom: fc.constantFrom(0.1, 0.45, 1, 1.4, 2),
            }),
          ),
          span: fc.option(
            fc
              .tuple(fc.nat(), fc.integer({ min: 1, max: 9e6 }))
              .map(([from, length]) => ({ from, to: from + length })),
          ),
          sort: fc.record({ column: fc.constantFrom(...TABLE_COLUMNS), descending: fc.boolean() }),
          search: fc.string({ unit: "grapheme" }),
        }),
        (view) => {
          expect(parse(viewHref(view))).toEqual(view);
        },
      ),
    );
  });

  it("reads invalid values as defaults and omits defaults from the URL", () => {
    const nonsense = "seq=-3&tab=zzz&at=1_2&open=,,&view=x&filter=y&span=9_3&sort=-z&step=1.5";
    expect(parse(nonsense)).toEqual(INITIAL_VIEW);
    expect(parse("at=1_2_0")).toEqual(INITIAL_VIEW);
    expect(viewHref(INITIAL_VIEW)).toBe("?");
  });

  it("toggles an item", () => {
    expect(toggled(["a"], "b")).toEqual(["a", "b"]);
    expect(toggled(["a", "b"], "b")).toEqual(["a"]);
  });
});
