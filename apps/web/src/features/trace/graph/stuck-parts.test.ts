import { deriveGraph, layoutStory, storyOf } from "@goaltrace/core/graph";
import { outlineLog } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { goalsAbove, stuckParts } from "./stuck-parts.ts";

/** Six bands with one result each, under the root. */
function run(): {
  readonly graph: ReturnType<typeof deriveGraph>;
  readonly board: ReturnType<typeof layoutStory>;
} {
  const log = outlineLog();
  for (const stage of ["a", "b", "c", "d", "e", "f"]) {
    log.goal(stage);
    log.goal(`${stage}1`, stage);
    log.turn(`${stage}1`);
  }
  const graph = deriveGraph("task", log.entries);
  return { graph, board: layoutStory(storyOf(graph), { width: 808, distance: "cards" }) };
}

it("counts the goals that have scrolled away, without the one whose header sticks", () => {
  const { graph, board } = run();
  const aboveAt = (scroll: number): number =>
    goalsAbove(graph, board, { scroll, stuck: stuckParts(board, scroll) });
  expect(aboveAt(0)).toBe(0);
  const card = board.boxes.get("d1")?.y ?? 0;
  // The headers of the run and of `d` stick above the card of `d`.
  expect(stuckParts(board, card).map(({ goalId }) => goalId)).toEqual(["root", "d"]);
  expect(aboveAt(card)).toBe(3);
});
