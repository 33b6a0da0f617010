"use client";
import { useStoreApi } from "@xyflow/react";
import { useEffect } from "react";
import type { RefObject } from "react";

/** A graph that has not scrolled for this long is at rest. Milliseconds. */
const RESTS_AFTER_MS = 200;
const LAYERS = ".react-flow__viewport, canvas";

/**
 * Gives boxes and canvas of a pane layers of their own while a person scrolls: these move without being painted again. At rest there are none, because
 * browsers may draw text in layers without its colored edges. A single jump needs none either.
 */
export function useMovingLayers(pane: RefObject<Element | null>): void {
  const store = useStoreApi();
  useEffect(() => {
    let layers: readonly HTMLElement[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = store.getState().transform[1];
    const rest = (): void => {
      timer = undefined;
      for (const layer of layers) layer.style.willChange = "";
      layers = [];
    };
    const unsubscribe = store.subscribe(({ transform: [, y] }) => {
      if (y === last) return;
      last = y;
      if (timer !== undefined && layers.length === 0) {
        layers = [...(pane.current?.querySelectorAll<HTMLElement>(LAYERS) ?? [])];
        for (const layer of layers) layer.style.willChange = "transform";
      }
      clearTimeout(timer);
      timer = setTimeout(rest, RESTS_AFTER_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
      rest();
    };
  }, [pane, store]);
}
