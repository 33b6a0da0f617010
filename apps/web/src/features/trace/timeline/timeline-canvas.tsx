"use client";
import { useLayoutEffect, useRef } from "react";
import type { ReactElement } from "react";
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
    const element = canvas.current;
    const pen = element?.getContext("2d");
    if (!element || !pen || theme === null || width === 0) return;
    const ratio = window.devicePixelRatio;
    const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (element.width !== pixelWidth) element.width = pixelWidth;
    if (element.height !== pixelHeight) element.height = pixelHeight;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
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
