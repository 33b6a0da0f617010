// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiRequest, createFakeApi } from "../../lib/testing/fake-api.tsx";
import { type RenderedHook, renderHook } from "../../lib/testing/render-hook.tsx";
import { type Send, useSend } from "./use-send.ts";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

const NEW = "/w/storefront/chat";
const TURN = { text: "Add up the orders", model: "scripted/demo", folderId: "folder" };
const STARTED = { conversationId: "c1", traceId: "t1" };
const REFUSED = new Error("Not allowed.");

/** An answer that comes when the test lets it. */
function heldAnswer(): {
  readonly promise: Promise<unknown>;
  resolve(answer: unknown): void;
  reject(problem: Error): void;
} {
  let resolve = (_: unknown): void => undefined;
  let reject = (_: Error): void => undefined;
  const promise = new Promise<unknown>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve: (answer) => resolve(answer), reject: (problem) => reject(problem) };
}

/** The actions of a conversation, over a server that answers these procedures; all others give null. */
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
  it("sends a message with what was chosen, and shows it until the conversation is known", async () => {
    const { promise, resolve } = heldAnswer();
    const { send, asked } = await openConversation(null, {
      "runs.start": async () => STARTED,
      "conversations.get": async () => await promise,
    });
    let sent: Promise<boolean> | undefined;
    await act(async () => {
      sent = send.current().start(TURN);
    });
    expect(asked[0]).toEqual({ path: "runs.start", input: { workspace: "storefront", ...TURN } });
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

  it("sends a further message into its conversation and stays at its address", async () => {
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

  it("reports why a message was refused until the next one is sent", async () => {
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

  it("does not let a message be sent again that the server took and only the page cannot show", async () => {
    const { send } = await openConversation(null, {
      "runs.start": async () => STARTED,
      "conversations.get": async () => await Promise.reject(REFUSED),
    });
    expect(await start(send)).toBe(true);
    expect(send.current().error).toMatchObject({ message: REFUSED.message });
    expect(location.pathname).toBe(`${NEW}/c1`);
  });

  it("knows which run was asked to stop, and lets it be asked again when that failed", async () => {
    const { promise, reject } = heldAnswer();
    const { send, asked } = await openConversation("c1", { "runs.cancel": async () => await promise });
    await act(async () => send.current().cancel("t1"));
    expect(asked).toEqual([{ path: "runs.cancel", input: { workspace: "storefront", traceId: "t1" } }]);
    expect(send.current().cancelling).toBe("t1");
    await act(async () => reject(REFUSED));
    await vi.waitFor(() => expect(send.current().cancelling).toBeNull());
    expect(send.current().error).toMatchObject({ message: REFUSED.message });
  });

  it("retries a run and reloads its conversation", async () => {
    const { send, asked } = await openConversation("c1", {
      "runs.retry": async () => STARTED,
      "conversations.get": async () => ({}),
    });
    await act(async () => send.current().retry("t1"));
    await vi.waitFor(() => expect(send.current().retrying).toBe(false));
    expect(asked.map(({ path }) => path)).toEqual(["runs.retry", "conversations.get"]);
    expect(asked[0]?.input).toEqual({ workspace: "storefront", traceId: "t1" });
  });
});
