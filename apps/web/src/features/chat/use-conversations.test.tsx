// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act, type ReactElement, type ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { MESSAGES } from "../../lib/generated/messages.ts";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { renderHook, waitForRender } from "../../lib/testing/render-hook.tsx";
import { useTRPC } from "../../lib/trpc.tsx";
import { ToastProvider } from "../../ui/toast.tsx";
import { useConversations } from "./use-conversations.ts";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

it.each([
  ["completed", [1, 1, 2]],
  ["running", [1, 2, 3]],
] as const)(
  "reloads the list when its stream may have missed the end of a run (%s)",
  async (status, counts) => {
    const conversation = { id: "c1", title: "Sums", status, lastTraceId: "t1" };
    const api = createFakeApi(async () => ({ items: [conversation], nextCursor: null }));
    const lists = (): number => api.requests.filter(({ path }) => path === "conversations.list").length;
    const Page = ({ children }: { readonly children: ReactNode }): ReactElement => (
      <api.Wrapper>
        <NextIntlClientProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
          <ToastProvider>{children}</ToastProvider>
        </NextIntlClientProvider>
      </api.Wrapper>
    );
    const hook = await renderHook(() => useConversations("storefront"), Page);
    await waitForRender(() => expect(hook.current().items).toHaveLength(1));
    const seen = [lists()];
    for (let connection = 0; connection < 2; connection += 1) {
      await act(async () => {
        api.streams.forEach((stream) => stream.connect());
      });
      seen.push(lists());
    }
    expect(seen).toEqual(counts);
  },
);

it("appends older conversations when they are asked for, until there are no more", async () => {
  const pages = [
    { items: [{ id: "c2", title: "Newer" }], nextCursor: "older" },
    { items: [{ id: "c1", title: "Older" }], nextCursor: null },
  ];
  let asked = 0;
  const api = createFakeApi(async () => pages[asked++]);
  const Page = ({ children }: { readonly children: ReactNode }): ReactElement => (
    <api.Wrapper>
      <NextIntlClientProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
        <ToastProvider>{children}</ToastProvider>
      </NextIntlClientProvider>
    </api.Wrapper>
  );
  const hook = await renderHook(() => useConversations("storefront"), Page);
  await waitForRender(() => expect(hook.current().hasMore).toBe(true));
  await act(async () => {
    hook.current().loadMore();
  });
  await waitForRender(() => expect(hook.current().items.map(({ id }) => id)).toEqual(["c2", "c1"]));
  expect(hook.current().hasMore).toBe(false);
});

describe("an open conversation", () => {
  const setUp = async () => {
    // The list already knows the turn that the conversation does not know yet.
    const listed = { id: "c1", title: "Sums", status: "running", lastTraceId: "t2" };
    const api = createFakeApi(async ({ path }) =>
      path === "conversations.get"
        ? { id: "c1", traces: [{ id: "t1" }] }
        : { items: [listed], nextCursor: null },
    );
    const Page = ({ children }: { readonly children: ReactNode }): ReactElement => (
      <api.Wrapper>
        <NextIntlClientProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
          <ToastProvider>{children}</ToastProvider>
        </NextIntlClientProvider>
      </api.Wrapper>
    );
    const hook = await renderHook(() => {
      const input = { workspace: "storefront", id: "c1" };
      const conversation = useQuery(useTRPC().conversations.get.queryOptions(input));
      return { list: useConversations("storefront"), conversation };
    }, Page);
    await waitForRender(() => expect(hook.current().list.items).toHaveLength(1));
    await waitForRender(() => expect(hook.current().conversation.isSuccess).toBe(true));
    await act(async () => {
      api.streams.forEach((stream) => stream.connect());
    });
    const readings = (): number => api.requests.filter(({ path }) => path === "conversations.get").length;
    return { api, readings };
  };
  const change = (id: string): unknown => ({
    kind: "trace",
    trace: { id, conversationId: "c1", status: "running" },
  });

  it("is reloaded when someone else starts a turn, even one that the list already shows", async () => {
    const { api, readings } = await setUp();
    const before = readings();
    await act(async () => {
      api.streams.forEach((stream) => stream.send(change("t1")));
    });
    expect(readings()).toBe(before);
    await act(async () => {
      api.streams.forEach((stream) => stream.send(change("t2")));
    });
    await waitForRender(() => expect(readings()).toBe(before + 1));
  });

  it("is reloaded after the stream was interrupted", async () => {
    const { api, readings } = await setUp();
    const before = readings();
    await act(async () => {
      api.streams.forEach((stream) => {
        stream.disconnect();
        stream.connect();
      });
    });
    await waitForRender(() => expect(readings()).toBe(before + 1));
  });
});
