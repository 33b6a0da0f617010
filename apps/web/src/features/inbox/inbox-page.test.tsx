// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { useCommandKeys } from "../../lib/commands/use-command-keys.ts";
import type { RequestView } from "../../lib/requests/request-view.ts";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { opened } from "../../lib/testing/fake-navigation.ts";
import { buildRequest } from "../../ui/requests/testing/build-request.ts";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { InboxPage } from "./inbox-page.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));
vi.mock("next/navigation", () => import("../../lib/testing/fake-navigation.ts"));

beforeEach(() => {
  window.history.replaceState(null, "", "/w/shop/inbox");
});

type Input = { readonly tab: string; readonly id: string };

/** Renders the inbox over these requests, of which only open ones are in the lists of open ones. */
async function open(requests: RequestView[]) {
  const isOpen = ({ state }: RequestView): boolean => state === "open";
  const api = createFakeApi(async ({ path, input }) => {
    const { tab, id } = input as Input;
    const index = requests.findIndex((request) => request.id === id);
    switch (path) {
      case "requests.count":
        return { waiting: requests.filter(isOpen).length, others: 0 };
      case "requests.list": {
        const items = requests.filter((request) => isOpen(request) === (tab === "waiting"));
        return { items: tab === "others" ? [] : items, nextCursor: null };
      }
      case "requests.get":
        return requests[index];
      default:
        requests.splice(index, 1, { ...(requests[index] as RequestView), state: "approved" });
        return undefined;
    }
  });
  const Page = () => {
    useCommandKeys();
    return <InboxPage workspace="shop" />;
  };
  const page = await renderPage(<Page />, api.Wrapper);
  const press = async (key: string): Promise<void> => {
    await act(async () => {
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      );
    });
  };
  const decisions = (): readonly unknown[] =>
    api.requests.filter(({ path }) => path === "requests.approve").map(({ input }) => (input as Input).id);
  return { page, api, press, decisions };
}

const rows = (): readonly string[] =>
  [...document.querySelectorAll("li button > span:nth-of-type(1)")].map((each) => each.textContent);
const shown = (): string => document.querySelector("article")?.textContent ?? "";
const three = (): RequestView[] =>
  ["one", "two", "three"].map((id) =>
    buildRequest({ id, title: `write_file(${id})` }, { arguments: `{"path":"${id}"}` }),
  );

it("lists open requests and shows the first one, which can be approved by key", async () => {
  const { page, press, decisions } = await open(three());
  await waitForRender(() => expect(shown()).toContain("one"));
  expect(rows()).toEqual(["write_file(one)", "write_file(two)", "write_file(three)"]);
  expect(page.text()).toContain("3 waiting for you");
  await press("a");
  await waitForRender(() => expect(rows()).toEqual(["write_file(two)", "write_file(three)"]));
  expect(decisions()).toEqual(["one"]);
});

it("takes the focus from the link that opened it, so that the keys of the request work", async () => {
  const link = document.body.appendChild(document.createElement("a"));
  link.href = "/w/shop/inbox";
  link.focus();
  const { press, decisions } = await open(three());
  await waitForRender(() => expect(shown()).toContain("one"));
  await press("a");
  link.remove();
  expect(decisions()).toEqual(["one"]);
});

it("does not decide about the next request when the key is pressed twice", async () => {
  const { press, decisions } = await open(three());
  await waitForRender(() => expect(shown()).toContain("one"));
  await press("a");
  await waitForRender(() => expect(rows()).toHaveLength(2));
  await press("a");
  expect(decisions()).toEqual(["one"]);
  await press("j");
  await waitForRender(() => expect(shown()).toContain("two"));
  await press("a");
  await waitForRender(() => expect(decisions()).toEqual(["one", "two"]));
});

it("gives the next request the focus after a decision by mouse", async () => {
  const { page, press, decisions } = await open(three());
  await waitForRender(() => expect(shown()).toContain("one"));
  await act(async () => page.button("Approve oncea")?.focus());
  await page.press("Approve oncea");
  await waitForRender(() => expect(rows()).toHaveLength(2));
  await press("j");
  await waitForRender(() => expect(shown()).toContain("two"));
  await press("a");
  await waitForRender(() => expect(decisions()).toEqual(["one", "two"]));
});

it("moves through the list with j and k and keeps the request in the URL", async () => {
  const { press } = await open(three());
  await waitForRender(() => expect(shown()).toContain("one"));
  await press("j");
  await press("j");
  await press("j");
  await waitForRender(() => expect(shown()).toContain("three"));
  expect(window.location.search).toBe("?run=t1&request=three");
  await press("k");
  await waitForRender(() => expect(shown()).toContain("two"));
});

it("opens the conversation that asks", async () => {
  const { press } = await open(three());
  await waitForRender(() => expect(shown()).toContain("one"));
  await press("o");
  expect(opened).toHaveBeenCalledWith("/w/shop/chat/c1");
});

it("removes a request that someone else has decided and says so where it is shown", async () => {
  const requests = three();
  const { api } = await open(requests);
  await waitForRender(() => expect(shown()).toContain("one"));
  requests[0] = { ...(requests[0] as RequestView), state: "denied", decidedBy: { id: "p2", name: "Wei" } };
  await act(async () => api.streams[0]?.send({ waiting: 2, others: 0, round: 1 }));
  await waitForRender(() => expect(rows()).toEqual(["write_file(two)", "write_file(three)"]));
  expect(shown()).toContain("Denied by Wei");
  expect(shown()).not.toContain("Approve once");
});

it("shows the outcome of a decision once the run has read it", async () => {
  const requests = three();
  const { api } = await open(requests);
  await waitForRender(() => expect(shown()).toContain("one"));
  const decided = { ...(requests[0] as RequestView), decidedBy: { id: "p2", name: "Wei" } };
  requests[0] = { ...decided, state: "sent" };
  await act(async () => api.streams[0]?.send({ waiting: 2, others: 0, round: 1 }));
  await waitForRender(() => expect(shown()).toContain("The run continues in a moment."));
  requests[0] = { ...decided, state: "denied" };
  await waitForRender(() => expect(shown()).toContain("Denied by Wei"));
});

it("explains an empty list and shows closed requests under their tab", async () => {
  const { page } = await open([buildRequest({ state: "expired" })]);
  await waitForRender(() => expect(page.text()).toContain("Nothing is waiting for you"));
  const tab = [...document.querySelectorAll("button")].find((each) => each.textContent === "Decided");
  await act(async () => tab?.click());
  await waitForRender(() => expect(page.text()).toContain("Expired, the call was skipped"));
});

it("offers to retry when the list could not be loaded", async () => {
  const api = createFakeApi(async () => {
    throw new Error("offline");
  });
  const page = await renderPage(<InboxPage workspace="shop" />, api.Wrapper);
  await waitForRender(() => expect(page.text()).toContain("Couldn’t load the requests"));
  expect(page.button("Retry")).toBeDefined();
});
