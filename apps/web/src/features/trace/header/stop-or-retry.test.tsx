// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { createFakeApi } from "../../../lib/testing/fake-api.tsx";
import { renderPage } from "../../../ui/testing/render-page.tsx";
import { StopOrRetry, type StopOrRetryProps } from "./stop-or-retry.tsx";

const push = vi.hoisted(() => vi.fn<(href: string) => void>());
vi.mock("../../../lib/trpc.tsx", () => import("../../../lib/testing/fake-api.tsx"));
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

const TURN: StopOrRetryProps["trace"] = {
  id: "t1",
  status: "failed",
  parentId: null,
  conversationId: "c1",
};

async function open(state: Partial<StopOrRetryProps["trace"]>) {
  const api = createFakeApi(async () => ({ requested: true, conversationId: "c1", traceId: "t2" }));
  await renderPage(<StopOrRetry workspace="shop" trace={{ ...TURN, ...state }} />, api.Wrapper);
  return { api, button: document.querySelector("button") };
}

beforeEach(() => {
  push.mockClear();
});

it.each(["queued", "running", "waiting"] as const)("stops a %s run", async (status) => {
  const { api, button } = await open({ status });
  await act(async () => button?.click());
  expect(api.requests).toEqual([{ path: "runs.cancel", input: { workspace: "shop", traceId: "t1" } }]);
  expect(push).not.toHaveBeenCalled();
});

it("stops a sub-agent", async () => {
  const { api, button } = await open({ status: "running", parentId: "t0" });
  await act(async () => button?.click());
  expect(api.requests.map(({ path }) => path)).toEqual(["runs.cancel"]);
});

it.each(["completed", "failed", "cancelled"] as const)(
  "repeats a turn that is %s and opens its run",
  async (status) => {
    const { api, button } = await open({ status });
    await act(async () => button?.click());
    expect(api.requests).toEqual([{ path: "runs.retry", input: { workspace: "shop", traceId: "t1" } }]);
    expect(push).toHaveBeenCalledWith("/w/shop/traces/t2");
  },
);

it.each([{ parentId: "t0" }, { conversationId: null }])(
  "offers nothing for an ended run with %o",
  async (state) => {
    expect((await open(state)).button).toBeNull();
  },
);
