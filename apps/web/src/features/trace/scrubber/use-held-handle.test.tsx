// @vitest-environment happy-dom
import { act, type ReactElement, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type RenderedPage, renderPage } from "../../../ui/testing/render-page.tsx";
import { type HeldHandle, useHeldHandle } from "./use-held-handle.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A handle on a page whose rendering takes `costMs`. Returns what the page showed. */
async function open(costMs: number): Promise<{
  readonly page: RenderedPage;
  readonly shown: readonly number[];
  readonly handle: () => HeldHandle;
}> {
  const shown: number[] = [];
  let handle: HeldHandle | null = null;
  function Page(): ReactElement {
    const [moment, setMoment] = useState<number | null>(null);
    handle = useHeldHandle(moment, (sequence) => {
      shown.push(sequence);
      vi.advanceTimersByTime(costMs);
      setMoment(sequence);
    });
    return <p>{`hand ${String(handle.held)}, page ${String(moment)}`}</p>;
  }
  const page = await renderPage(<Page />);
  return {
    page,
    shown,
    handle: () => {
      if (handle === null) throw new Error("the page has not been rendered");
      return handle;
    },
  };
}

const pass = (ms: number): Promise<void> => act(() => vi.advanceTimersByTimeAsync(ms).then(() => undefined));

it("is where the hand is in each frame, and renders a page that takes long only now and then", async () => {
  const { page, shown, handle } = await open(20);
  for (let frame = 1; frame <= 60; frame += 1) {
    act(() => {
      handle().hold(frame);
    });
    expect(page.text()).toContain(`hand ${frame},`);
    await pass(16);
  }
  expect(shown.length).toBeGreaterThanOrEqual(2);
  expect(shown.length).toBeLessThanOrEqual(5);
});

it("follows when the hand rests, and at once when it lets go", async () => {
  const { page, handle } = await open(20);
  for (const sequence of [5, 6]) {
    act(() => {
      handle().hold(sequence);
    });
    await pass(10);
  }
  await pass(100);
  expect(page.text()).toBe("hand 6, page 6");
  act(() => {
    handle().hold(9);
    handle().release();
  });
  expect(page.text()).toBe("hand null, page 9");
});

it("renders a page that takes no time with each movement", async () => {
  const { shown, handle } = await open(0);
  for (let frame = 1; frame <= 10; frame += 1) {
    act(() => {
      handle().hold(frame);
    });
    await pass(0);
    await pass(16);
  }
  expect(shown).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
