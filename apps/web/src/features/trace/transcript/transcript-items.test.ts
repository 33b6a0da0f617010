import type { OutlineEntry } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import { requiredBlocks, transcriptItems } from "./transcript-items.ts";

const message = (q: number, g: string): OutlineEntry => ({ q, t: 0, g, k: "user", d: "", n: 1 });

describe("transcript items", () => {
  it("adds a heading where the work switches goals and marks returns to a goal", () => {
    const items = transcriptItems([
      message(1, "root"),
      message(2, "a"),
      { q: 3, t: 0, g: "b", k: "calling", call: "m" },
      message(4, "a"),
      message(5, "root"),
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

  it("assigns contents to blocks that are stable as the run grows", () => {
    expect(requiredBlocks(transcriptItems([message(99, "a"), message(100, "a"), message(350, "a")]))).toEqual(
      [0, 1, 3],
    );
  });
});
