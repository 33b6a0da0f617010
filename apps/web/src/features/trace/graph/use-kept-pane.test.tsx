// @vitest-environment happy-dom
import { act, useRef } from "react";
import type { ReactElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readCookie } from "../../../lib/preferences.ts";
import { PANE_COOKIE, PANEL_ROW, readPanePlace } from "./pane-place.ts";
import { useKeptPane } from "./use-kept-pane.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

type Size = { readonly width: number; readonly height: number };

function Panels({ size }: { readonly size: Size }): ReactElement {
  const pane = useRef<HTMLDivElement>(null);
  useKeptPane(pane, size);
  return (
    <div {...{ [PANEL_ROW]: "" }}>
      <div ref={pane} />
    </div>
  );
}

let measured: Size = { width: 0, height: 0 };
let root: Root;
const show = async (width: number): Promise<void> => {
  measured = { width, height: 600 };
  await act(async () => root.render(<Panels size={measured} />));
};
const kept = (): number | undefined => readPanePlace(readCookie(PANE_COOKIE))?.width;

beforeEach(() => {
  vi.useFakeTimers();
  root = createRoot(document.createElement("div"));
  document.cookie = `${PANE_COOKIE}=; path=/; max-age=0`;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(
    () => new DOMRect(0, 0, measured.width, measured.height),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("keeps the first size at once, and others once an edge is no longer dragged", async () => {
  await show(800);
  expect(kept()).toBe(800);
  for (const width of [790, 780, 770]) {
    await show(width);
    vi.advanceTimersByTime(200);
    expect(kept()).toBe(800);
  }
  vi.advanceTimersByTime(200);
  expect(kept()).toBe(770);
});

it("keeps no size of a graph that is gone", async () => {
  await show(800);
  await show(700);
  await act(async () => root.unmount());
  vi.advanceTimersByTime(1_000);
  expect(kept()).toBe(800);
});
