import { firstCamera, isWholeInView, layoutStory } from "@goaltrace/core/graph";
import type { Distance, Graph, PanelRequest, Story } from "@goaltrace/core/graph";
import { foldDoneUnlessItFits, foldTipIfItFits } from "./bands.ts";
import { seamBefore } from "./missing-thread.ts";
import type { StoryScene, Verdict } from "./story-scene.ts";
import { verdictHeight } from "./verdict-height.ts";

type Size = { readonly width: number; readonly height: number };

/** Returns where a storyboard shows a verdict, and its height; null without one. `graph` is that of the whole log. */
export function placeOfVerdict(graph: Graph, verdict: Verdict | null, width: number): PanelRequest | null {
  if (verdict === null) return null;
  return { goalId: verdict.shownAt, height: verdictHeight(width, seamBefore(graph, verdict.sequence)) };
}

export type FirstFolding = {
  readonly story: Story;
  readonly distance: Distance;
  readonly verdict: PanelRequest | null;
};

/** Decides which bands of a run are folded when it opens in a pane of this size. */
export function decideFirstFolding(
  graph: Graph,
  { width, height }: Size,
  { story, distance, verdict }: FirstFolding,
): void {
  foldTipIfItFits(graph, (unfolded) => {
    return isWholeInView(layoutStory(story, { width, distance: "map", unfolded }), height);
  });
  if (verdict !== null)
    foldDoneUnlessItFits(graph, verdict.goalId, (folded) => {
      return isWholeInView(layoutStory(story, { width, distance, folded, verdict }), height);
    });
}

/** Returns the scroll offset at which a graph opens. `selected` is a box. */
export function firstScroll(
  { board, verdict }: Pick<StoryScene, "board" | "verdict">,
  height: number,
  aim: { readonly selected: string | null; readonly following: boolean },
): number {
  const failing = board.boxes.has("verdict") ? "verdict" : board.owners.get(verdict?.shownAt ?? "");
  return firstCamera(board, height, { ...aim, firstFailing: verdict === null ? null : (failing ?? null) });
}
