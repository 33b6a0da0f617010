"use client";
import { glyphX } from "@goaltrace/core/graph";
import { useStore } from "@xyflow/react";
import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { useGraphActions } from "./graph-actions.ts";
import { statusOf } from "./box-view.ts";
import type { StoryScene } from "./story-scene.ts";
import { goalsAbove, stuckParts, STUCK_HEADER_HEIGHT } from "./stuck-parts.ts";
import { useScrollTo } from "./use-story-scroll.ts";

/** The headers above the first visible line, which stay at the top while one scrolls. */
export function StickyHeaders({ scene }: { readonly scene: StoryScene }): ReactElement | null {
  const translate = useTranslations("trace.graph");
  const { selectGoal } = useGraphActions();
  const scrollTo = useScrollTo(scene.board);
  const key = useStore((state) =>
    stuckParts(scene.board, -state.transform[1])
      .map(({ id }) => id)
      .join(","),
  );
  const scroll = useStore((state) => (key === "" ? 0 : Math.floor(-state.transform[1])));
  const parts = key === "" ? [] : stuckParts(scene.board, scroll);
  if (parts.length === 0) return null;
  const { graph, run, numbers, board } = scene;
  const above = goalsAbove(graph, board, { scroll, stuck: parts });
  return (
    <div
      className="nopan pointer-events-auto absolute inset-x-0 top-0 z-4 border-b border-line bg-page"
      aria-hidden="true"
    >
      {above > 0 && (
        <button
          type="button"
          tabIndex={-1}
          onClick={() => {
            scrollTo(0);
          }}
          className="absolute top-1 right-5 flex h-5 items-center gap-1 rounded-full border border-line-strong bg-page px-2 text-11 text-ink-2 hover:border-ink-3 hover:text-ink"
        >
          <Icon icon={ArrowUp} size={12} />
          {translate("goalsAbove", { count: above })}
        </button>
      )}
      {parts.map((part) => (
        <button
          key={part.id}
          type="button"
          tabIndex={-1}
          onClick={() => {
            selectGoal(part.goalId);
          }}
          style={{ height: STUCK_HEADER_HEIGHT, paddingLeft: glyphX(board.width, part.depth) }}
          className="flex w-full items-center gap-2 pr-36 text-left text-12 hover:bg-ink/4"
        >
          <StatusGlyph status={statusOf(graph, run, part.goalId)} decorative />
          {numbers.has(part.goalId) && <span className="text-ink-3">{numbers.get(part.goalId)}</span>}
          <span className="truncate font-semibold">{graph.goals.get(part.goalId)?.title}</span>
        </button>
      ))}
    </div>
  );
}
