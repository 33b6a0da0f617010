import {
  applyEntry,
  boxesToMount,
  createGraph,
  firstDistance,
  layoutStory,
  storyOf,
} from "@goaltrace/core/graph";
import { foldLength, isTerminal, type LengthFold, NO_LENGTH, outlineMoment } from "@goaltrace/core/log";
import type { OutlineEntry, Trace } from "@goaltrace/core/log";
import { runState } from "../state/run-state.ts";
import { bandFolding } from "./bands.ts";
import { toBoxNodes } from "./box-nodes.ts";
import type { BoxNode } from "./box-nodes.ts";
import type { PanePlace } from "./pane-place.ts";
import { storyScene } from "./story-scene.ts";
import type { WireTexts } from "./wire-view.ts";

/** The boxes of a graph as it opens, as plain values: the server draws them before the page has its script and its log. */
export type FirstPicture = {
  readonly boxes: readonly Pick<BoxNode, "id" | "position" | "data">[];
  /** The length of the run, which a box shows. */
  readonly took: LengthFold;
  /** Its ends, whose boxes show when they happened. */
  readonly ends: readonly OutlineEntry[];
};

/** A picture with the place of the pane for which it was drawn. */
export type PlacedPicture = FirstPicture & { readonly place: PanePlace };

export type FirstPictureInput = {
  readonly trace: Pick<Trace, "status">;
  readonly size: { readonly width: number; readonly height: number };
  readonly texts: WireTexts;
};

/** The first screen of a usual pane has some tens; a page should not grow by more than this. */
const MOST_BOXES = 200;

/** Folds a log page by page into the first picture of its graph. */
export type PictureFold = {
  readonly add: (entries: readonly OutlineEntry[]) => void;
  /** Null for a run with sub-agents, whose first picture depends on more than its log, and for more boxes than a page should have. */
  readonly picture: () => FirstPicture | null;
};

/**
 * Begins the first picture of a run that is opened without a selection: the boxes that `GraphView` shows first in a pane of this size, at the same places.
 * Null for a run that works or failed, whose first picture depends on more than its log.
 */
export function beginFirstPicture({ trace, size, texts }: FirstPictureInput): PictureFold | null {
  if (!isTerminal(trace.status) || trace.status === "failed") return null;
  const graph = createGraph("");
  const ends: OutlineEntry[] = [];
  let took = NO_LENGTH;
  return {
    add: (entries) => {
      for (const entry of entries) {
        applyEntry(graph, entry);
        took = foldLength(took, outlineMoment(entry));
        if (entry.k === "end") ends.push(entry);
      }
    },
    picture: () => {
      if (graph.agents.size > 0) return null;
      const run = runState(trace.status, graph);
      const story = storyOf(graph);
      const distance = firstDistance(story, size);
      const folding = bandFolding(graph, { distance, bands: [], goal: null });
      const board = layoutStory(story, { width: size.width, distance, ...folding });
      const scene = storyScene({ graph, board, run, verdict: null, dims: false });
      const shown = boxesToMount(board, { top: 0, height: size.height, margin: 0 });
      if (shown.length > MOST_BOXES) return null;
      const selection = {
        ...{ goal: null, sequence: null, open: [] },
        tabStop: shown.find(({ kind }) => kind !== "planned")?.id ?? null,
      };
      const boxes = toBoxNodes(scene, shown, { texts, selection, before: [] });
      return { boxes: boxes.map(({ id, position, data }) => ({ id, position, data })), took, ends };
    },
  };
}
