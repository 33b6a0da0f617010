// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { renderHook } from "../../lib/testing/render-hook.tsx";
import { useSearchResults } from "./use-search-results.ts";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("searches once for a word that is typed without a pause, and shows the old results until the new ones arrive", async () => {
  const page = { typed: "" };
  const { requests, Wrapper } = createFakeApi(async ({ path, input }) => {
    const { text } = input as { readonly text?: string };
    const title = path === "conversations.list" ? (text ?? "recent") : "run";
    return { items: [{ id: title, title, updatedAt: 1, createdAt: 1 }], nextCursor: null };
  });
  const hook = await renderHook(() => useSearchResults("storefront", page.typed), Wrapper);
  const passTime = async (ms: number): Promise<void> =>
    await act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  const titles = (): readonly string[] => hook.current().conversations.map(({ title }) => title);
  const searches = (): readonly unknown[] =>
    requests.filter(({ path }) => path === "conversations.list").map(({ input }) => input);
  await passTime(200);
  expect(titles()).toEqual(["recent"]);
  for (const typed of ["o", "or", "orders "]) {
    page.typed = typed;
    await hook.rerender();
    await passTime(100);
  }
  expect(titles()).toEqual(["recent"]);
  expect(searches()).toEqual([{ workspace: "storefront" }]);
  await passTime(100);
  await passTime(0);
  expect(titles()).toEqual(["orders"]);
  expect(searches()).toEqual([{ workspace: "storefront" }, { workspace: "storefront", text: "orders" }]);
  page.typed = "orders left";
  await hook.rerender();
  await hook.unmount();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(searches()).toHaveLength(2);
});
