import {
  applyEntry,
  boxesToMount,
  createGraph,
  firstDistance,
  layoutStory,
  storyOf,
} from "@goaltrace/core/graph";
import type { Graph } from "@goaltrace/core/graph";
import { foldLength, isTerminal, type LengthFold, NO_LENGTH, outlineMoment } from "@goaltrace/core/log";
import type { OutlineEntry, OutlineOf, Trace } from "@goaltrace/core/log";
import { namesInGraph } from "../state/names-in-graph.ts";
import { runState } from "../state/run-state.ts";
import { bandFolding } from "./bands.ts";
import { toBoxNodes } from "./box-nodes.ts";
import type { BoxNode } from "./box-nodes.ts";
import { decideFirstFolding, firstScroll, placeOfVerdict } from "./opening-view.ts";
import type { PanePlace } from "./pane-place.ts";
import { findVerdict, storyScene } from "./story-scene.ts";
import type { StoryScene, Verdict } from "./story-scene.ts";
import { stuckView } from "./stuck-parts.ts";
import type { StuckView } from "./stuck-parts.ts";
import type { WireTexts } from "./wire-view.ts";

/** The boxes of a graph as it opens, as plain values: the server draws them before the page has its script and its log. */
export type FirstPicture = {
  readonly boxes: readonly Pick<BoxNode, "id" | "position" | "data">[];
  /** The offset to which the graph scrolls as it opens, and the headers that stick to the top there. */
  readonly scroll: number;
  readonly stuck: StuckView | null;
  /** The length of the run, which a box shows. */
  readonly took: LengthFold;
  /** The entries that boxes read: its ends, and the call that first went wrong. */
  readonly entries: readonly OutlineEntry[];
};

/** A picture with the place of the pane for which it was drawn. */
export type PlacedPicture = FirstPicture & { readonly place: PanePlace };

type Size = { readonly width: number; readonly height: number };

export type FirstPictureInput = {
  readonly trace: Pick<Trace, "status">;
  readonly size: Size;
  readonly texts: WireTexts;
};

/** The first screen of a usual pane has some tens; a page should not grow by more than this. */
const MOST_BOXES = 200;

/** Folds a log page by page into the first picture of its graph. */
export type PictureFold = {
  readonly add: (entries: readonly OutlineEntry[]) => void;
  /** Null for a run with sub-agents that may still work, whose first picture depends on more than its log, and for more boxes than a page should have. */
  readonly picture: () => FirstPicture | null;
};

/**
 * Begins the first picture of a run that is opened without a selection: the boxes that `GraphView` shows first in a pane of this size, at the same places.
 * Null for a run that works, whose first picture depends on more than its log.
 */
export function beginFirstPicture({ trace, size, texts }: FirstPictureInput): PictureFold | null {
  if (!isTerminal(trace.status)) return null;
  const graph = createGraph("");
  const ends: OutlineEntry[] = [];
  const failed: OutlineOf<"tool">[] = [];
  let took = NO_LENGTH;
  return {
    add: (entries) => {
      for (const entry of entries) {
        applyEntry(graph, entry);
        took = foldLength(took, outlineMoment(entry));
        if (entry.k === "end") ends.push(entry);
        if (entry.k === "tool" && entry.s === "error") failed.push(entry);
      }
    },
    picture: () => {
      if ([...graph.agents.values()].some(({ end }) => end === null)) return null;
      const scene = sceneAsOpened(graph, trace, size);
      const { board, verdict } = scene;
      const scroll = firstScroll(scene, size.height, { selected: null, following: false });
      const shown = boxesToMount(board, { top: scroll, height: size.height, margin: 0 });
      if (shown.length > MOST_BOXES) return null;
      const selection = {
        ...{ goal: null, sequence: null, open: [] },
        tabStop: shown.find(({ kind }) => kind !== "planned")?.id ?? null,
      };
      const boxes = toBoxNodes(scene, shown, { texts, selection, before: [] });
      return {
        boxes: boxes.map(({ id, position, data }) => ({ id, position, data })),
        ...{ scroll, stuck: stuckView(scene, scroll), took },
        entries: entriesOf(verdict, { ends, failed }),
      };
    },
  };
}

/** The scene that `useBoard` has first: without a selection, the tree of runs and the overview, which follow. */
function sceneAsOpened(graph: Graph, { status }: Pick<Trace, "status">, size: Size): StoryScene {
  const run = runState(status, graph);
  const verdict = findVerdict(graph, run);
  const place = placeOfVerdict(graph, verdict, size.width);
  const story = storyOf(graph);
  const distance = firstDistance(story, size);
  decideFirstFolding(graph, size, { story, distance, verdict: place });
  const folding = bandFolding(graph, { distance, bands: [], goal: null });
  const board = layoutStory(story, { width: size.width, distance, ...folding, verdict: place });
  const names = namesInGraph(graph);
  return storyScene({
    ...{ graph, board, run, verdict, dims: verdict !== null },
    nameOf: ({ traceId, agent }) => names.get(traceId) ?? agent,
  });
}

function entriesOf(
  verdict: Verdict | null,
  { ends, failed }: { readonly ends: readonly OutlineEntry[]; readonly failed: readonly OutlineEntry[] },
): readonly OutlineEntry[] {
  const call = failed.filter(({ q }) => q === verdict?.sequence);
  return [...call, ...ends].sort((left, right) => left.q - right.q);
}
