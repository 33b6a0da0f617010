// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderHook, waitForRender } from "./testing/render-hook.tsx";
import { useIsPainted } from "./use-is-painted.ts";

let isHidden = false;
let frames: (() => void)[] = [];
beforeEach(() => {
  frames = [];
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => frames.push(callback));
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});
afterEach(() => {
  isHidden = false;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("waits for a frame in a visible tab", async () => {
  const hook = await renderHook(() => useIsPainted(true));
  expect(hook.current()).toBe(false);
  frames.forEach((frame) => {
    frame();
  });
  await waitForRender(() => expect(hook.current()).toBe(true));
});

it("does not wait in a background tab, which paints no frame", async () => {
  isHidden = true;
  const hook = await renderHook(() => useIsPainted(true));
  expect(hook.current()).toBe(true);
});

it("stops waiting when the tab goes to the background", async () => {
  const hook = await renderHook(() => useIsPainted(true));
  isHidden = true;
  await act(async () => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
  expect(hook.current()).toBe(true);
});

it("says nothing of a page that is not shown", async () => {
  isHidden = true;
  const hook = await renderHook(() => useIsPainted(false));
  expect(hook.current()).toBe(false);
});
