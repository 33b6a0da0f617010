"use client";
import { clampScroll, followCamera, keepAnchor, linesBetween } from "@goaltrace/core/graph";
import type { Storyboard } from "@goaltrace/core/graph";
import { useReactFlow, useStore, useStoreApi } from "@xyflow/react";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useActions, useLog, useView } from "../state/debugger-provider.tsx";
import { selectedBox } from "./box-moves.ts";
import { firstScroll } from "./opening-view.ts";
import type { StoryScene } from "./story-scene.ts";

/** Space for the sticky headers above a line to which the view scrolls. */
const STICKY_ROOM = 92;
/** The window moves in steps, so that small scrolls replace no boxes. */
const STEP = 120;

/** Returns the scroll offset in coarse steps, for the choice of boxes to mount. */
export function useCoarseScroll(): number {
  return useStore((state) => Math.floor(-state.transform[1] / STEP) * STEP);
}

/** Returns a function that scrolls the storyboard to an offset, within its bounds. */
export function useScrollTo(board: Storyboard | null): (scroll: number) => void {
  const flow = useReactFlow();
  const store = useStoreApi();
  return useCallback(
    (scroll) => {
      if (board === null) return;
      const { height } = store.getState();
      void flow.setViewport({ x: 0, y: -clampScroll(board, height, scroll), zoom: 1 });
    },
    [flow, store, board],
  );
}

/** Positions the view when it opens, keeps the anchor in place when the layout changes, and follows an active run by whole lines. */
export function useStoryCamera(scene: StoryScene | null, following: boolean): void {
  const store = useStoreApi();
  const view = useView(({ goal, sequence }) => ({ goal, sequence }));
  const board = scene?.board ?? null;
  const scrollTo = useScrollTo(board);
  const before = useRef<Storyboard | null>(null);
  // Results and sub-agents are counted in the log, because folding and other distances show the newest in different boxes.
  const results = (scene?.graph.order.length ?? 0) + (scene?.graph.agents.size ?? 0);
  const selected = board === null ? null : selectedBox(board, view);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = board;
    if (board === null || scene === null || last === board) return;
    const { height, transform } = store.getState();
    const scroll = -transform[1];
    if (last === null) {
      scrollTo(firstScroll(scene, height, { selected, following }));
      return;
    }
    if (last.width === board.width && last.distance === board.distance) return;
    const visible = last.lines[linesBetween(last, scroll, scroll + height).from]?.boxes[0]?.id ?? null;
    scrollTo(keepAnchor({ board: last, scroll }, { board, height }, selected ?? visible));
  }, [board, scene, store, scrollTo, selected, following]);
  useEffect(() => {
    if (!following || board === null) return;
    const { height, transform } = store.getState();
    scrollTo(followCamera(board, height, -transform[1]));
    // Only a new result or sub-agent scrolls: neither new work on it nor what a person opens, folds or resizes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [following, results]);
}

/** Scrolls to what was selected elsewhere. Visible boxes do not move. */
export function useRevealSelection(board: Storyboard | null): () => void {
  const store = useStoreApi();
  const view = useView(({ goal, sequence }) => ({ goal, sequence }));
  const scrollTo = useScrollTo(board);
  const id = board === null ? null : selectedBox(board, view);
  const reveal = useCallback(() => {
    const { height, transform } = store.getState();
    const line = id === null ? undefined : board?.lines[board.lineOf.get(id) ?? -1];
    if (line === undefined) return;
    const scroll = -transform[1];
    const isVisible = line.y >= scroll + STICKY_ROOM && line.y + line.height <= scroll + height;
    if (!isVisible && !(line.y >= scroll && line.y < STICKY_ROOM)) scrollTo(line.y - height / 3);
  }, [store, board, id, scrollTo]);
  const latest = useRef(reveal);
  useEffect(() => {
    latest.current = reveal;
  });
  const { goal, sequence } = view;
  const isFirst = useRef(true);
  useEffect(() => {
    // The first view sets its position itself.
    if (!isFirst.current) latest.current();
    isFirst.current = false;
  }, [goal, sequence]);
  return reveal;
}

/** Reports the visible range of the run to the scrubber. */
export function useReportedWindow(board: Storyboard | null): void {
  const model = useLog((log) => log.model);
  const { reportWindow } = useActions();
  const top = useCoarseScroll();
  const height = useStore((state) => state.height);
  const range = board === null ? null : linesBetween(board, top, top + height);
  const from = range === null ? 0 : (board?.lines[range.from]?.sequence ?? 0);
  const after = range === null ? undefined : board?.lines[range.until];
  const to = after === undefined || after.kind === "planned" ? model.graph.lastSequence : after.sequence;
  useEffect(() => {
    reportWindow({ from, to: Math.max(from, to) });
  }, [reportWindow, from, to]);
  useEffect(
    () => () => {
      reportWindow(null);
    },
    [reportWindow],
  );
}
