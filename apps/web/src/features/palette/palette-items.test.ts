import fc from "fast-check";
import { Wrench } from "lucide-react";
import { describe, expect, it } from "vitest";
import { matchesWords, groupItems, labelParts, nextIndex } from "./palette-items.ts";
import type { PaletteItem, PaletteKind } from "./palette-items.ts";

const item = (id: string, kind: PaletteKind): PaletteItem => ({
  id,
  kind,
  label: id,
  icon: Wrench,
  at: null,
  keys: [],
  run: () => undefined,
});

describe("palette", () => {
  it("matches pages and actions by all typed words, in any order and case", () => {
    expect(matchesWords("dark THEME", ["Theme: Dark"])).toBe(true);
    expect(matchesWords("dark light", ["Theme: Dark"])).toBe(false);
    expect(matchesWords("traces", ["追踪", "traces"])).toBe(true);
    expect(matchesWords("", ["Chat"])).toBe(true);
  });

  it("groups items by kind in a fixed order and filters by one kind", () => {
    const items = [item("b", "trace"), item("a", "go"), item("c", "trace")];
    expect(groupItems(items, null).map((group) => [group.kind, group.items.map(({ id }) => id)])).toEqual([
      ["go", ["a"]],
      ["trace", ["b", "c"]],
    ]);
    expect(groupItems(items, "trace").map(({ kind }) => kind)).toEqual(["trace"]);
    expect(groupItems(items, "action")).toEqual([]);
  });

  it("highlights the typed text and preserves the label", () => {
    expect(labelParts("Move checkout logs", "CHECK")).toEqual([
      { text: "Move ", strong: false },
      { text: "check", strong: true },
      { text: "out logs", strong: false },
    ]);
    fc.assert(
      fc.property(fc.string(), fc.string(), (label, typed) => {
        expect(
          labelParts(label, typed)
            .map((part) => part.text)
            .join(""),
        ).toBe(label);
      }),
    );
  });

  it("wraps around with the arrow keys and stays within the list", () => {
    expect(nextIndex("ArrowDown", 2, 3)).toBe(0);
    expect(nextIndex("ArrowUp", 0, 3)).toBe(2);
    expect(nextIndex("PageDown", 1, 3)).toBe(2);
    expect(nextIndex("ArrowDown", 0, 0)).toBeNull();
    expect(nextIndex("a", 0, 3)).toBeNull();
  });
});
