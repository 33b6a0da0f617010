"use client";
import { useStore } from "@xyflow/react";
import type { ReactElement } from "react";
import { useGraphActions } from "./graph-actions.ts";
import type { StoryScene } from "./story-scene.ts";
import { StuckHeaders } from "./stuck-headers.tsx";
import { stuckParts, stuckView } from "./stuck-parts.ts";
import { useScrollTo } from "./use-story-scroll.ts";

/** The headers above the first visible line, which stay at the top while one scrolls. */
export function StickyHeaders({ scene }: { readonly scene: StoryScene }): ReactElement | null {
  const { selectGoal } = useGraphActions();
  const scrollTo = useScrollTo(scene.board);
  const key = useStore((state) =>
    stuckParts(scene.board, -state.transform[1])
      .map(({ id }) => id)
      .join(","),
  );
  const scroll = useStore((state) => (key === "" ? 0 : Math.floor(-state.transform[1])));
  const view = key === "" ? null : stuckView(scene, scroll);
  if (view === null) return null;
  return (
    <StuckHeaders
      view={view}
      onTop={() => {
        scrollTo(0);
      }}
      onSelect={selectGoal}
    />
  );
}
