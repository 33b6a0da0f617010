// @vitest-environment happy-dom
import type { TraceStatus } from "@goaltrace/core/log";
import { buildTrace } from "@goaltrace/core/testing";
import { act } from "react";
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { renderHook, waitForRender } from "../../lib/testing/render-hook.tsx";
import { useQueue } from "./use-queue.ts";
import type { RunChoices } from "./use-run-choices.ts";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

const CHOICES: RunChoices = {
  ...{
    loaded: true,
    models: [],
    model: "scripted/demo",
    scripted: true,
    lacksFolder: false,
    folders: [],
    folderId: "folder",
  },
  ...{
    chosenModel: "scripted/demo",
    agents: [],
    agent: "general",
    ownStrategy: "react",
    chooseAgent: () => undefined,
  },
  ...{ chooseModel: () => undefined, chooseFolder: () => undefined },
};

/** Opens the queue of a conversation whose last run has this status. The server has these messages and answers `add` so. */
async function open(status: TraceStatus, stored: readonly object[] = [], add = async () => null as unknown) {
  const api = createFakeApi(async ({ path }) => {
    if (path === "queue.add") return await add();
    return path === "queue.list" ? stored : null;
  });
  const chat = { trace: { ...buildTrace({ id: "t1" }), status }, busy: status === "running" };
  const queue = await renderHook(
    () => useQueue("shop", "conversation", { chat, choices: CHOICES }),
    api.Wrapper,
  );
  await waitForRender(() => expect(queue.current().messages).toHaveLength(stored.length));
  const sent = (path: string): readonly object[] =>
    api.requests.flatMap((request) =>
      request.path === path && typeof request.input === "object" ? [request.input ?? {}] : [],
    );
  return { queue, sent };
}

const message = (state: string): object => ({ id: "m1", text: "next", state, isMine: true, mayRemove: true });

it("queues a text with the choices of the composer, under the same id until the server has accepted it", async () => {
  let isOnline = false;
  const { queue, sent } = await open("running", [], async () => {
    if (!isOnline) throw new Error("offline");
    return null;
  });
  await act(async () => expect(await queue.current().add("next")).toBe(false));
  await waitForRender(() => expect(queue.current().error).not.toBeNull());
  isOnline = true;
  await act(async () => expect(await queue.current().add("next")).toBe(true));
  await act(async () => expect(await queue.current().add("next")).toBe(true));
  const inputs = sent("queue.add");
  expect(inputs[0]).toMatchObject({
    ...{ workspace: "shop", conversationId: "conversation", text: "next" },
    ...{ model: "scripted/demo", agent: "general", folderId: "folder" },
  });
  const ids = inputs.map((input) => ("id" in input ? input.id : null));
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

it.each([
  ["running", "waiting", false],
  ["completed", "waiting", false],
  ["completed", "held", true],
  ["failed", "waiting", true],
  ["cancelled", "waiting", true],
] as const)("leaves sending to the server or the person: run %s, message %s", async (status, state, asks) => {
  const { queue, sent } = await open(status, [message(state)]);
  expect(queue.current().sendNow !== null).toBe(asks);
  if (!asks) return;
  await act(async () => queue.current().sendNow?.("m1"));
  await waitForRender(() => expect(sent("queue.send")).toEqual([{ workspace: "shop", id: "m1" }]));
});

it("edits and removes messages on the server", async () => {
  const { queue, sent } = await open("running", [message("waiting")]);
  await act(async () => queue.current().edit("m1", "changed"));
  await act(async () => queue.current().remove("m1"));
  await waitForRender(() => expect(sent("queue.remove")).toEqual([{ workspace: "shop", id: "m1" }]));
  expect(sent("queue.edit")).toEqual([{ workspace: "shop", id: "m1", text: "changed" }]);
});
