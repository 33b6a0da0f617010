// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { type Delivery, useDelivery } from "./use-delivery.ts";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));
beforeEach(() => sessionStorage.clear());

async function open(answer: () => unknown) {
  const api = createFakeApi(async () => answer());
  let latest: Delivery | null = null;
  const Page = () => {
    latest = useDelivery("shop");
    return null;
  };
  await renderPage(<Page />, api.Wrapper);
  const delivery = (): Delivery => {
    if (latest === null) throw new Error("The page did not render.");
    return latest;
  };
  return { api, delivery };
}

it("queues until the person chooses to steer, and remembers it for the tab", async () => {
  const { delivery } = await open(() => ({ when: "now" }));
  expect(delivery().kind).toBe("queue");
  await act(async () => delivery().choose("steer"));
  expect(delivery().kind).toBe("steer");
  const other = await open(() => ({ when: "now" }));
  expect(other.delivery().kind).toBe("steer");
});

it("sends the text once and reports whether the server accepted it", async () => {
  const { api, delivery } = await open(() => ({ when: "now" }));
  await act(async () => expect(await delivery().steer("t1", "Staging only")).toBe(true));
  expect(api.requests).toMatchObject([
    { path: "runs.steer", input: { workspace: "shop", traceId: "t1", text: "Staging only" } },
  ]);
});

it("sends a text again under the same id after a lost answer", async () => {
  const { api, delivery } = await open(() => {
    throw new Error("offline");
  });
  await act(async () => expect(await delivery().steer("t1", "Again")).toBe(false));
  await waitForRender(() => expect(delivery().error).not.toBeNull());
  await act(async () => expect(await delivery().steer("t1", "Again")).toBe(false));
  const [first, second] = api.requests;
  expect(first?.input).toMatchObject({ messageId: expect.stringMatching(/^[0-9a-f]{32}$/u) as unknown });
  expect(second).toEqual(first);
});
