import { describe, expect, it } from "vitest";
import { NOTHING_REVEALED, reveal } from "./reveal.ts";

describe("reveal", () => {
  it("opens as little as possible and closes it again", () => {
    const first = reveal({ open: ["z"], folded: ["a", "q"] }, NOTHING_REVEALED, {
      goalId: "b",
      above: ["root", "a"],
    });
    expect(first).toMatchObject({ open: ["z", "b"], folded: ["q"] });
    const second = reveal(first, first.revealed, { goalId: "z", above: ["root"] });
    expect(second).toMatchObject({ open: ["z"], folded: ["q", "a"] });
    expect(reveal(second, second.revealed, null)).toMatchObject({ open: ["z"], folded: ["q", "a"] });
  });
});
