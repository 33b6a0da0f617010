// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiRequest, createFakeApi } from "../../lib/testing/fake-api.tsx";
import { type RenderedHook, renderHook, waitForRender } from "../../lib/testing/render-hook.tsx";
import { type Send, useSend } from "./use-send.ts";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

const NEW = "/w/storefront/chat";
const TURN = {
  text: "Add up the orders",
  model: "scripted/demo",
  agent: "general",
  folderId: "folder",
  strategy: "react",
  budget: "",
  serverTools: null,
  choicesStored: Promise.resolve(),
} as const;
const STARTED = { conversationId: "c1", traceId: "t1" };
const REFUSED = new Error("Not allowed.");

/** Returns a promise that the test settles. */
function deferredAnswer(): {
  readonly promise: Promise<unknown>;
  resolve(answer: unknown): void;
  reject(problem: Error): void;
} {
  let resolve = (_: unknown): void => undefined;
  let reject = (_: Error): void => undefined;
  const promise = new Promise<unknown>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve: (answer) => resolve(answer), reject: (problem) => reject(problem) };
}

/** Renders the actions of a conversation. The server answers the listed procedures; all others return null. */
async function openConversation(
  id: string | null,
  answers: Readonly<Record<string, () => Promise<unknown>>> = {},
): Promise<{ readonly send: RenderedHook<Send>; readonly asked: readonly ApiRequest[] }> {
  const { requests: asked, Wrapper } = createFakeApi(async ({ path }) => (await answers[path]?.()) ?? null);
  const send = await renderHook(() => useSend("storefront", id), Wrapper);
  return { send, asked };
}

const start = async (send: RenderedHook<Send>): Promise<boolean> =>
  await act(async () => await send.current().start(TURN));

beforeEach(() => history.replaceState(null, "", NEW));

describe("useSend", () => {
  it("sends a message with the selected choices and shows it until the conversation has loaded", async () => {
    const { promise, resolve } = deferredAnswer();
    const { send, asked } = await openConversation(null, {
      "runs.start": async () => STARTED,
      "conversations.get": async () => await promise,
    });
    let sent: Promise<boolean> | undefined;
    await act(async () => {
      sent = send.current().start(TURN);
    });
    const { text, model, agent, folderId, strategy } = TURN;
    expect(asked[0]).toEqual({
      path: "runs.start",
      input: { workspace: "storefront", text, model, agent, folderId, strategy },
    });
    expect(asked[1]).toEqual({ path: "conversations.get", input: { workspace: "storefront", id: "c1" } });
    expect(send.current().sending).toBe(TURN.text);
    expect(location.pathname).toBe(NEW);
    await act(async () => {
      resolve({});
      await sent;
    });
    expect(await sent).toBe(true);
    expect(send.current().sending).toBeNull();
    expect(location.pathname).toBe(`${NEW}/c1`);
  });

  it("sends nothing before the choices are stored, and nothing at all if storing them fails", async () => {
    const answers = { "runs.start": async () => STARTED, "conversations.get": async () => ({}) };
    const { send, asked } = await openConversation("c1", answers);
    const { promise, resolve } = deferredAnswer();
    let sent: Promise<boolean> | undefined;
    await act(async () => {
      sent = send.current().start({ ...TURN, choicesStored: promise.then(() => undefined) });
    });
    expect(asked).toEqual([]);
    await act(async () => {
      resolve(null);
      await sent;
    });
    expect(asked[0]?.path).toBe("runs.start");

    const refused = await openConversation("c1", answers);
    const choicesStored = Promise.reject(REFUSED);
    choicesStored.catch(() => undefined);
    expect(await act(async () => await refused.send.current().start({ ...TURN, choicesStored }))).toBe(false);
    expect(refused.asked).toEqual([]);
    expect(refused.send.current().error).toBe(REFUSED);
  });

  it("stores a budget with a new conversation, and leaves that of a stored one alone", async () => {
    const answers = { "runs.start": async () => STARTED, "conversations.get": async () => ({}) };
    const budgetOf = async (id: string | null): Promise<unknown> => {
      const { send, asked } = await openConversation(id, answers);
      await act(async () => await send.current().start({ ...TURN, budget: "0.5usd" }));
      return (asked[0]?.input as { readonly budget?: string } | undefined)?.budget;
    };
    expect(await budgetOf(null)).toBe("0.5usd");
    expect(await budgetOf("c1")).toBeUndefined();
  });

  it("stores the chosen servers with a new conversation, even when none is chosen", async () => {
    const answers = { "runs.start": async () => STARTED, "conversations.get": async () => ({}) };
    const chosenOf = async (id: string | null, serverTools: readonly string[] | null): Promise<unknown> => {
      const { send, asked } = await openConversation(id, answers);
      await act(async () => await send.current().start({ ...TURN, serverTools }));
      return (asked[0]?.input as { readonly serverTools?: unknown } | undefined)?.serverTools;
    };
    expect(await chosenOf(null, [])).toEqual([]);
    expect(await chosenOf(null, ["docs__*"])).toEqual(["docs__*"]);
    expect(await chosenOf(null, null)).toBeUndefined();
    expect(await chosenOf("c1", ["docs__*"])).toBeUndefined();
  });

  it("sends a follow-up message to its conversation and stays at its URL", async () => {
    history.replaceState(null, "", `${NEW}/c1`);
    const before = history.length;
    const { send, asked } = await openConversation("c1", {
      "runs.start": async () => STARTED,
      "conversations.get": async () => ({}),
    });
    expect(await start(send)).toBe(true);
    expect(asked[0]?.input).toMatchObject({ conversationId: "c1" });
    expect(history.length).toBe(before);
  });

  it("keeps the error of a rejected message until the next one is sent", async () => {
    let isRefused = true;
    const { send } = await openConversation("c1", {
      "runs.start": async () => (isRefused ? await Promise.reject(REFUSED) : STARTED),
      "conversations.get": async () => ({}),
    });
    expect(await start(send)).toBe(false);
    expect(send.current().error).toMatchObject({ message: REFUSED.message });
    expect(send.current().sending).toBeNull();
    isRefused = false;
    expect(await start(send)).toBe(true);
    expect(send.current().error).toBeNull();
  });

  it("reports an accepted message as sent even when the page cannot show it", async () => {
    const { send } = await openConversation(null, {
      "runs.start": async () => STARTED,
      "conversations.get": async () => await Promise.reject(REFUSED),
    });
    expect(await start(send)).toBe(true);
    expect(send.current().error).toMatchObject({ message: REFUSED.message });
    expect(location.pathname).toBe(`${NEW}/c1`);
  });

  it("tracks the run that is being canceled and allows another attempt when that failed", async () => {
    const { promise, reject } = deferredAnswer();
    const { send, asked } = await openConversation("c1", { "runs.cancel": async () => await promise });
    await act(async () => send.current().cancel("t1"));
    expect(asked).toEqual([{ path: "runs.cancel", input: { workspace: "storefront", traceId: "t1" } }]);
    expect(send.current().canceling).toBe("t1");
    await act(async () => reject(REFUSED));
    await waitForRender(() => expect(send.current().canceling).toBeNull());
    expect(send.current().error).toMatchObject({ message: REFUSED.message });
  });

  it("retries a run and reloads its conversation", async () => {
    const { send, asked } = await openConversation("c1", {
      "runs.retry": async () => STARTED,
      "conversations.get": async () => ({}),
    });
    await act(async () => send.current().retry("t1"));
    await waitForRender(() => expect(send.current().retrying).toBe(false));
    expect(asked.map(({ path }) => path)).toEqual(["runs.retry", "conversations.get"]);
    expect(asked[0]?.input).toEqual({ workspace: "storefront", traceId: "t1" });
  });
});
