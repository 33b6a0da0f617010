"use client";
import type { StoryBox, StoryLine, WireRow } from "@goaltrace/core/graph";
import { useStore, useStoreApi } from "@xyflow/react";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useMemo, useRef } from "react";
import type { ReactElement } from "react";
import { canvasPen } from "../parts/canvas-pen.ts";
import { useCanvasTheme } from "../parts/use-canvas-theme.ts";
import { useClock } from "../parts/use-clock.ts";
import { useLog, useView } from "../state/debugger-provider.tsx";
import { startOf } from "../state/run-state.ts";
import { answerToCall, entryAt } from "../state/trace-model.ts";
import { drawStory } from "./draw-story.ts";
import { type ForkTexts, type ForkWords, forkWords } from "./fork-words.ts";
import { useTaughtBy } from "./use-taught-by.ts";
import type { StoryScene } from "./story-scene.ts";

export type StoryCanvasProps = {
  readonly scene: StoryScene;
  readonly wireOf: (box: StoryBox) => WireRow;
};

const MINUTE_LENGTH = 5;

/** The canvas under the boxes: wires, beads, rails, bars and the gutter of the visible lines. */
export function StoryCanvas({ scene, wireOf }: StoryCanvasProps): ReactElement {
  const view = useView(({ goal, sequence }) => ({ goal, sequence }));
  const { model, trace } = useLog(({ model, trace }) => ({ model, trace }));
  const clock = useClock();
  const texts = useForkTexts(trace.agent.name);
  const canvas = useRef<HTMLCanvasElement>(null);
  const store = useStoreApi();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const theme = useCanvasTheme();
  const selected = useMemo(() => ({ goal: view.goal, sequence: view.sequence }), [view.goal, view.sequence]);
  const taught = useTaughtBy(selected);
  useLayoutEffect(() => {
    if (theme === null) return undefined;
    const gutterText = (line: StoryLine): string => {
      if (line.kind === "planned" || line.kind === "panel" || line.kind === "verdict") return "";
      if (line.kind !== "header") return `#${line.sequence}`;
      // The run itself began at the time in the header, not when its task was written.
      const isRun = line.part.depth === 0;
      const at = isRun ? startOf(trace) : entryAt(model.entries, line.sequence)?.t;
      return at === undefined ? "" : clock(at).slice(0, MINUTE_LENGTH);
    };
    const answerTo = (callId: string): string | null => answerToCall(model, callId)?.text ?? null;
    const forkTexts = (line: StoryLine): ForkWords => forkWords(scene, line, { texts, answerTo });
    const draw = (scroll: number): void => {
      // The density of the screen changes when a window moves to another one.
      const pen = canvasPen(canvas.current, width, height);
      if (pen === null) return;
      drawStory(pen, {
        ...{ scene, scroll, width, height, selected, taught },
        ...{ wireOf, gutterText, forkTexts, ...theme },
      });
    };
    let drawn = -store.getState().transform[1];
    draw(drawn);
    // Scrolling draws without a render.
    return store.subscribe(({ transform }) => {
      const scroll = -transform[1];
      if (scroll === drawn) return;
      drawn = scroll;
      draw(scroll);
    });
  }, [store, scene, width, height, theme, selected, taught, wireOf, model, trace, clock, texts]);
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      style={{ width, height }}
      className="pointer-events-none absolute top-0 left-0"
    />
  );
}

/** `agent` is the agent of the run, which reads the reports. */
function useForkTexts(agent: string): ForkTexts {
  const translate = useTranslations("agents.fork");
  return useMemo(
    () => ({
      opens: (branchAgent, count) => translate("opens", { agent: branchAgent, count }),
      merged: (used) => translate("merged", { names: used.join(", ") }),
      best: (used, reason) => {
        const values = { agent, names: used.join(", ") };
        return reason === null
          ? translate("mergedBest", values)
          : translate("mergedBestBecause", { ...values, reason });
      },
      vote: translate("mergedVote"),
    }),
    [translate, agent],
  );
}
