// @vitest-environment happy-dom
import { act, type ReactElement, type ReactNode, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RenderedHook, renderHook } from "../../../lib/testing/render-hook.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { type Playback, usePlayback } from "./use-playback.ts";

/** Opens a run with one entry per second. Returns the moments that the playback shows; null is the end. */
async function openRun(): Promise<{
  readonly player: RenderedHook<Playback>;
  readonly moments: (number | null)[];
}> {
  const moments: (number | null)[] = [];
  const entries = [1, 2, 3, 4].map((q) => ({ q, t: q * 1_000, g: "root", k: "user", d: "x", n: 1 }) as const);
  function Page({ children }: { readonly children: ReactNode }): ReactElement {
    const [moment, setMoment] = useState<number | null>(null);
    const showMoment = (shown: number | null): void => {
      moments.push(shown);
      setMoment(shown);
    };
    const [built] = useState(() => buildDebugger({ entries, actions: { showMoment } }));
    const state = { ...built, view: { ...built.view, moment } };
    return <DebuggerProvider state={state}>{children}</DebuggerProvider>;
  }
  const player = await renderHook(usePlayback, Page);
  return { player, moments };
}

const passTime = async (ms: number): Promise<void> => await act(async () => void vi.advanceTimersByTime(ms));
const toggle = async (player: RenderedHook<Playback>): Promise<void> =>
  await act(async () => player.current().toggle());

describe("usePlayback", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("plays from the start at the chosen speed and stops at the end", async () => {
    const { player, moments } = await openRun();
    await toggle(player);
    expect(moments).toEqual([1]);
    await passTime(300);
    expect(moments).toEqual([1, 2]);
    await act(async () => player.current().setSpeed(64));
    await passTime(100);
    expect(moments.at(-1)).toBeNull();
    expect(player.current().playing).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("stops while paused and continues from the same moment", async () => {
    const { player, moments } = await openRun();
    await toggle(player);
    await passTime(300);
    await toggle(player);
    await passTime(10_000);
    expect(moments).toEqual([1, 2]);
    await toggle(player);
    await passTime(300);
    expect(moments).toEqual([1, 2, 3]);
  });

  it("stops its timer when the page is left", async () => {
    const { player, moments } = await openRun();
    await toggle(player);
    await player.unmount();
    await passTime(10_000);
    expect(moments).toEqual([1]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
