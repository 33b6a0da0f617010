"use client";
import type { Storyboard } from "@goaltrace/core/graph";
import { useStore } from "@xyflow/react";
import { useTranslations } from "next-intl";
import { useMemo, useRef } from "react";
import type { PointerEvent, ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import type { StoryScene } from "./story-scene.ts";
import { useScrollTo } from "./use-story-scroll.ts";

type Tick = { readonly y: number; readonly tone: "error" | "loop" | "waiting" };

const TICK_COLORS: Readonly<Record<Tick["tone"], string>> = {
  error: "bg-error",
  loop: "bg-warn",
  waiting: "bg-wait",
};
/** Ticks closer than this merge. */
const MERGE = 3;

/** The run as a column at the right edge: what is visible, and where something went wrong. Dragging scrolls. */
export function OverviewRuler({ scene }: { readonly scene: StoryScene }): ReactElement | null {
  const translate = useTranslations("trace.graph");
  const { board } = scene;
  const scroll = useStore((state) => -state.transform[1]);
  const height = useStore((state) => state.height);
  const scrollTo = useScrollTo(board);
  const track = useRef<HTMLDivElement>(null);
  const scale = height / Math.max(height, board.height);
  const ticks = useMemo(() => findTicks(scene, scale), [scene, scale]);
  if (board.height <= height) return null;
  const drag = (event: PointerEvent): void => {
    const top = track.current?.getBoundingClientRect().top ?? 0;
    if (event.buttons === 1) scrollTo((event.clientY - top) / scale - height / 2);
  };
  return (
    <div
      ref={track}
      title={translate("overview")}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={drag}
      className="nopan pointer-events-auto absolute inset-y-0 right-0 z-4 w-2.5"
    >
      <span
        className="absolute inset-x-0 bg-ink/9"
        style={{ top: scroll * scale, height: Math.max(16, height * scale) }}
      />
      {ticks.map(({ y, tone }) => (
        <span
          key={`${y}${tone}`}
          style={{ top: y }}
          className={classNames("absolute inset-x-0.5 h-0.5", TICK_COLORS[tone])}
        />
      ))}
    </div>
  );
}

function findTicks({ graph, board, run }: StoryScene, scale: number): readonly Tick[] {
  const found = new Map<number, Tick>();
  const add = (y: number, tone: Tick["tone"]): void => {
    const at = Math.round((y * scale) / MERGE) * MERGE;
    if (!found.has(at) || tone !== "loop") found.set(at, { y: at, tone });
  };
  for (const [goalId, boxId] of board.owners) {
    const y = lineY(board, boxId);
    const marks = graph.nodes.get(goalId)?.markerCounts;
    if (y === null || marks === undefined) continue;
    if (marks.has("loop")) add(y, "loop");
    if (marks.has("error")) add(y, "error");
    if (run.status === "waiting" && goalId === run.focusId) add(y, "waiting");
  }
  return [...found.values()];
}

function lineY(board: Storyboard, boxId: string): number | null {
  return board.boxes.get(boxId)?.y ?? null;
}
