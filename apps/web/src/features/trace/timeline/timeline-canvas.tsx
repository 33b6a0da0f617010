"use client";
import { useLayoutEffect, useRef } from "react";
import type { ReactElement } from "react";
import { canvasPen } from "../parts/canvas-pen.ts";
import { useCanvasTheme } from "../parts/use-canvas-theme.ts";
import { drawTimeline } from "./draw-timeline.ts";
import type { TimelinePicture } from "./draw-timeline.ts";

/** The bars of the rows in a window of the timeline, which scrolls with them. */
export function TimelineCanvas({
  picture,
  offset,
}: {
  readonly picture: Omit<TimelinePicture, "palette">;
  /** Where the plot begins in the row, in pixels. */
  readonly offset: number;
}): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useCanvasTheme();
  const { width, height, top } = picture;
  useLayoutEffect(() => {
    const pen = canvasPen(canvas.current, width, height);
    if (pen === null || theme === null) return;
    drawTimeline(pen, { ...picture, palette: theme.palette });
  }, [picture, theme, width, height]);
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      style={{ width, height, top, left: offset }}
      className="pointer-events-none absolute"
    />
  );
}
