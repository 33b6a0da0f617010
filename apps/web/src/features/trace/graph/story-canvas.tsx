"use client";
import type { StoryBox, StoryLine, WireRow } from "@goaltrace/core/graph";
import { useStore } from "@xyflow/react";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useMemo, useRef } from "react";
import type { ReactElement } from "react";
import { useCanvasTheme } from "../parts/use-canvas-theme.ts";
import { useClock } from "../parts/use-clock.ts";
import { useLog, useView } from "../state/debugger-provider.tsx";
import { entryAt } from "../state/trace-model.ts";
import { agentStatus } from "./agent-boxes.ts";
import { drawStory } from "./draw-story.ts";
import type { ForkTexts } from "./draw-story.ts";
import type { StoryScene } from "./story-scene.ts";

export type StoryCanvasProps = {
  readonly scene: StoryScene;
  readonly wireOf: (box: StoryBox) => WireRow;
};

const MINUTE_LENGTH = 5;

/** The canvas under the boxes: wires, beads, rails, bars and the gutter of the visible lines. */
export function StoryCanvas({ scene, wireOf }: StoryCanvasProps): ReactElement {
  const view = useView(({ goal, sequence }) => ({ goal, sequence }));
  const model = useLog((log) => log.model);
  const clock = useClock();
  const agents = useTranslations("agents.fork");
  const canvas = useRef<HTMLCanvasElement>(null);
  const scroll = useStore((state) => -state.transform[1]);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const theme = useCanvasTheme();
  const selected = useMemo(() => ({ goal: view.goal, sequence: view.sequence }), [view.goal, view.sequence]);
  useLayoutEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext("2d");
    if (!element || !pen || theme === null || width === 0) return;
    const ratio = window.devicePixelRatio;
    const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (element.width !== pixelWidth) element.width = pixelWidth;
    if (element.height !== pixelHeight) element.height = pixelHeight;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const gutterText = (line: StoryLine): string => {
      if (line.kind === "planned" || line.kind === "panel" || line.kind === "verdict") return "";
      if (line.kind !== "header") return `#${line.sequence}`;
      const at = entryAt(model.entries, Math.max(1, line.sequence))?.t;
      return at === undefined ? "" : clock(at).slice(0, MINUTE_LENGTH);
    };
    const forkTexts = (line: StoryLine): ForkTexts => wordsOfFork(scene, line, agents);
    drawStory(pen, { scene, scroll, width, height, selected, wireOf, gutterText, forkTexts, ...theme });
  }, [scene, scroll, width, height, theme, selected, wireOf, model, clock, agents]);
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      style={{ width, height }}
      className="pointer-events-none absolute top-0 left-0"
    />
  );
}

/** Names what a fork runs at the same time and, once all branches have ended, what was merged. */
function wordsOfFork(
  { agents }: StoryScene,
  { boxes }: StoryLine,
  translate: ReturnType<typeof useTranslations<"agents.fork">>,
): ForkTexts {
  const first = agents.get(boxes[0]?.id ?? "");
  if (first === undefined || first.agent.branch === null) return { opens: "", merges: "" };
  const { agent: name, callId, branch } = first.agent;
  // More branches than slots are in several lines.
  const opens = branch.index === 0 ? translate("opens", { agent: name, count: branch.size }) : "";
  const all = [...agents.values()].filter(({ agent }) => agent.callId === callId);
  if (all.some(({ agent }) => agent.end === null)) return { opens, merges: "" };
  if (branch.merge === "best") return { opens, merges: translate("mergedBest") };
  if (branch.merge === "vote") return { opens, merges: translate("mergedVote") };
  const used = all.filter((each) => agentStatus(each) !== "abandoned");
  const numbers = used.map(({ agent }) => (agent.branch?.index ?? 0) + 1).join(", ");
  return { opens, merges: used.length === 0 ? "" : translate("merged", { count: used.length, numbers }) };
}
