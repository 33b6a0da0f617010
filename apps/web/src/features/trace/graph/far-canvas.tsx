"use client";
import { selectWindow } from "@goaltrace/core/graph";
import type { GraphLayout } from "@goaltrace/core/graph";
import { useStore } from "@xyflow/react";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { cardStatus } from "./card-view.ts";
import { drawFar } from "./draw-far.ts";
import { glyphPictures } from "./draw-glyph.ts";
import type { Palette } from "./draw-glyph.ts";
import type { CardSource } from "./to-flow.ts";
import { visibleBox } from "./to-flow.ts";
import { zoomLevel } from "./zoom-level.ts";

/** The far view mounts no cards, because it is drawn on a canvas. */
const DRAWN_ONLY = { limit: 0 };

/** The canvas below React Flow that draws the far view of the run: wires, glyphs and marks. Empty in the other views. */
export function FarCanvas({
  source,
  selected,
}: {
  readonly source: CardSource;
  readonly selected: string | null;
}): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  // Null while cards are mounted: nothing is drawn then, and camera moves must cost nothing here.
  const transform = useStore((state) => (zoomLevel(state.transform[2]) === "far" ? state.transform : null));
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const theme = useCanvasTheme();
  const getGlyph = useMemo(
    () => (theme === null ? null : glyphPictures(theme.palette, window.devicePixelRatio)),
    [theme],
  );
  const isFar = transform !== null;
  useLayoutEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext("2d");
    if (!element || !pen || theme === null || getGlyph === null) return;
    const ratio = window.devicePixelRatio;
    const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (element.width !== pixelWidth) element.width = pixelWidth;
    if (element.height !== pixelHeight) element.height = pixelHeight;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (transform === null) return;
    const [x, y, zoom] = transform;
    const camera = { x, y, zoom };
    drawFar(pen, {
      layout: source.layout,
      window: selectWindow(source.layout, visibleBox(camera, { width, height }), DRAWN_ONLY),
      camera,
      selected: selected === null ? null : (source.layout.nodeFor(selected)?.id ?? null),
      getStatus: (node) => cardStatus(source.graph, node, source.run),
      getTitle: (node) => (node.kind === "outcome" ? "" : (source.graph.goals.get(node.goalId)?.title ?? "")),
      getGlyph,
      ...theme,
    });
  }, [transform, width, height, theme, getGlyph, source, selected]);
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      style={{ width, height }}
      className={classNames(
        "pointer-events-none absolute top-0 left-0 transition-opacity",
        isFar ? "opacity-100" : "opacity-0",
      )}
    />
  );
}

type CanvasTheme = { readonly palette: Palette; readonly font: string };

/** Returns the font and colors of the current theme and updates when the theme changes. A canvas cannot use CSS custom properties. */
function useCanvasTheme(): CanvasTheme | null {
  const [canvasTheme, setCanvasTheme] = useState<CanvasTheme | null>(null);
  useEffect(() => {
    const read = (): void => {
      const style = getComputedStyle(document.documentElement);
      const role = (name: string): string => style.getPropertyValue(`--${name}`).trim();
      setCanvasTheme({
        font: getComputedStyle(document.body).fontFamily,
        palette: {
          page: role("page"),
          ink2: role("ink-2"),
          ink3: role("ink-3"),
          line: role("line-strong"),
          accent: role("accent"),
          ok: role("ok"),
          error: role("error"),
          warn: role("warn"),
          wait: role("wait"),
        },
      });
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", read);
    return () => {
      observer.disconnect();
      system.removeEventListener("change", read);
    };
  }, []);
  return canvasTheme;
}

/** Returns the card at a point of the graph, within the area of its glyph in the far view. */
export function cardAt(layout: GraphLayout, at: { readonly x: number; readonly y: number }): string | null {
  const [hit] = selectWindow(layout, { ...at, width: 1, height: 1 }, { limit: 6 }).nodes.filter(
    (node) =>
      at.x >= node.x - 40 && at.x <= node.x + node.width + 40 && at.y >= node.y - 20 && at.y <= node.y + 88,
  );
  return hit?.id ?? null;
}
