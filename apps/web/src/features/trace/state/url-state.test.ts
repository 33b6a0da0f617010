import { DISTANCES } from "@goaltrace/core/graph";
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

const RUN = "0199c0de-0000-7000-8000-000000000001";
const parse = (href: string) => readViewState(new URLSearchParams(href), RUN);
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
          distance: fc.option(fc.constantFrom(...DISTANCES)),
          bands: identifiers,
          span: fc.option(
            fc
              .tuple(fc.nat(), fc.integer({ min: 1, max: 9e6 }))
              .map(([from, length]) => ({ from, to: from + length })),
          ),
          sort: fc.record({ column: fc.constantFrom(...TABLE_COLUMNS), descending: fc.boolean() }),
          runtime: fc.boolean(),
          search: fc.string({ unit: "grapheme" }),
        }),
        (view) => {
          expect(parse(viewHref(view, RUN))).toEqual(view);
        },
      ),
    );
  });

  it("reads invalid values as defaults and omits defaults from the URL", () => {
    const nonsense = "seq=-3&tab=zzz&distance=1_2&open=,,&view=x&filter=y&span=9_3&sort=-z&step=1.5";
    expect(parse(nonsense)).toEqual(INITIAL_VIEW);
    expect(parse(`sel=${RUN}:1.5&at=${RUN}`)).toEqual(INITIAL_VIEW);
    expect(viewHref(INITIAL_VIEW, RUN)).toBe("?");
  });

  it("names the selected entry and the moment by their run", () => {
    expect(viewHref({ ...INITIAL_VIEW, sequence: 7, moment: 116 }, RUN)).toBe(`?sel=${RUN}:7&at=${RUN}:116`);
  });

  it("ignores entries of other runs", () => {
    expect(parse("sel=another:7&at=another:9")).toEqual(INITIAL_VIEW);
  });

  it.each([
    ["a selection by number", "seq=7", { sequence: 7 }],
    ["a selection in a goal", "goal=g1&seq=7", { goal: "g1", sequence: 7 }],
    ["a moment by number", "step=116", { moment: 116 }],
    ["both by number", "view=table&seq=7&step=116", { mainView: "table", sequence: 7, moment: 116 }],
    ["a camera of the earlier graph", "at=1_2_1", {}],
    ["a camera beside a moment", "at=120_-40_1.5&step=116", { moment: 116 }],
  ])("reads an earlier link with %s", (_, href, expected) => {
    expect(parse(href)).toEqual({ ...INITIAL_VIEW, ...expected });
  });

  it("toggles an item", () => {
    expect(toggled(["a"], "b")).toEqual(["a", "b"]);
    expect(toggled(["a", "b"], "b")).toEqual(["a"]);
  });
});
