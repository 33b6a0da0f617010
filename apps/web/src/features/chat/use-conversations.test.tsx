// @vitest-environment happy-dom
import { NextIntlClientProvider } from "next-intl";
import { act, type ReactElement, type ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { MESSAGES } from "../../lib/generated/messages.ts";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { renderHook, waitForRender } from "../../lib/testing/render-hook.tsx";
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
