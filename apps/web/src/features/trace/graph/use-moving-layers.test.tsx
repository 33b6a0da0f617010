// @vitest-environment happy-dom
import { ReactFlowProvider, useStoreApi } from "@xyflow/react";
import { act, useRef } from "react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "../../../ui/testing/render-page.tsx";
import { useMovingLayers } from "./use-moving-layers.ts";

let scrollTo: (y: number) => void = () => undefined;

function Pane(): ReactElement {
  const pane = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  scrollTo = (y) => {
    act(() => {
      store.setState({ transform: [0, y, 1] });
    });
  };
  useMovingLayers(pane);
  return (
    <div ref={pane}>
      <div className="react-flow__viewport" />
      <canvas />
    </div>
  );
}

const layers = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>(".react-flow__viewport, canvas")].map(
    ({ style }) => style.willChange,
  );

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("has layers that move while the graph scrolls, and none at rest or for one jump", async () => {
  await renderPage(
    <ReactFlowProvider>
      <Pane />
    </ReactFlowProvider>,
  );
  scrollTo(-400);
  expect(layers()).toEqual(["", ""]);
  scrollTo(-420);
  expect(layers()).toEqual(["transform", "transform"]);
  vi.advanceTimersByTime(150);
  scrollTo(-440);
  vi.advanceTimersByTime(150);
  expect(layers()).toEqual(["transform", "transform"]);
  vi.advanceTimersByTime(100);
  expect(layers()).toEqual(["", ""]);
});
