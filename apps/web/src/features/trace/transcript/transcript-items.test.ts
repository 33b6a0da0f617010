import type { OutlineEntry } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import { blocksOf, transcriptItems } from "./transcript-items.ts";

const said = (q: number, g: string): OutlineEntry => ({ q, t: 0, g, k: "user", d: "", n: 1 });

describe("transcript", () => {
  it("puts a heading wherever the work turns to another goal, and says when it returns to one", () => {
    const items = transcriptItems([
      said(1, "root"),
      said(2, "a"),
      { q: 3, t: 0, g: "b", k: "calling", call: "m" },
      said(4, "a"),
      said(5, "root"),
    ]);
    expect(items.map((item) => (item.kind === "goal" ? [item.goalId, item.again] : item.entry.q))).toEqual([
      ["root", false],
      1,
      ["a", false],
      2,
      4,
      ["root", true],
      5,
    ]);
  });

  it("contents are read in blocks that do not change as the run grows", () => {
    expect(blocksOf(transcriptItems([said(99, "a"), said(100, "a"), said(350, "a")]))).toEqual([0, 1, 3]);
  });
});
