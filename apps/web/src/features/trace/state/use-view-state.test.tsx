// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RenderedHook, renderHook } from "../../../lib/testing/render-hook.tsx";
import { useViewState } from "./use-view-state.ts";

vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams(location.search) }));

type View = RenderedHook<ReturnType<typeof useViewState>>;
const PAGE = "/w/storefront/traces/t1";

const select = async (view: View, ...goals: readonly string[]): Promise<void> => {
  await act(async () => {
    for (const goal of goals) view.current()[1]({ goal });
  });
};

const passTime = async (ms: number): Promise<void> => await act(async () => void vi.advanceTimersByTime(ms));

describe("useViewState", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    history.replaceState(null, "", PAGE);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it("writes only the last of many quick changes to the URL, without a history entry", async () => {
    const view = await renderHook(() => useViewState("t1"));
    const written = vi.spyOn(history, "replaceState");
    await select(view, "g1", "g2", "g3");
    expect(view.current()[0].goal).toBe("g3");
    expect(location.search).toBe("");
    await passTime(150);
    await select(view, "g4");
    await passTime(150);
    expect(location.search).toBe("");
    await passTime(100);
    expect(new URLSearchParams(location.search).get("goal")).toBe("g4");
    expect(written).toHaveBeenCalledTimes(1);
  });

  it("reads the view of the URL and writes nothing until it changes", async () => {
    history.replaceState(null, "", `${PAGE}?view=table&goal=g1`);
    const view = await renderHook(() => useViewState("t1"));
    const written = vi.spyOn(history, "replaceState");
    expect(view.current()[0]).toMatchObject({ mainView: "table", goal: "g1" });
    await passTime(1_000);
    expect(written).not.toHaveBeenCalled();
  });

  it.each([
    ["?seq=7", "?sel=t1:7"],
    ["?goal=g1&seq=7", "?goal=g1&sel=t1:7"],
    ["?step=116&view=table", "?view=table&at=t1:116"],
    ["?at=1_2_1&step=116", "?at=t1:116"],
    ["?at=1_2_1", ""],
  ])("replaces the earlier link %s by %s", async (earlier, present) => {
    history.replaceState(null, "", PAGE + earlier);
    await renderHook(() => useViewState("t1"));
    await passTime(1_000);
    expect(location.search).toBe(present);
  });

  it("writes nothing after the page has been left", async () => {
    const view = await renderHook(() => useViewState("t1"));
    await select(view, "g1");
    await view.unmount();
    history.replaceState(null, "", "/w/storefront/chat");
    await passTime(1_000);
    expect(location.pathname + location.search).toBe("/w/storefront/chat");
  });
});
