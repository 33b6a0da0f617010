// @vitest-environment happy-dom
import { isTerminal, type TraceStatus } from "@goaltrace/core/log";
import { buildTrace } from "@goaltrace/core/testing";
import { act } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { renderHook } from "../../lib/testing/render-hook.tsx";
import { EMPTY_LOG } from "./chat-log.ts";
import type { Chat } from "./use-chat.ts";
import { type Queue, useQueue } from "./use-queue.ts";
import type { RunChoices } from "./use-run-choices.ts";
import type { NewTurn, Send } from "./use-send.ts";

const CHOICES: RunChoices = {
  loaded: true,
  models: [],
  model: "scripted/demo",
  scripted: true,
  folders: [],
  folderId: "folder",
  chooseModel: () => undefined,
  chooseFolder: () => undefined,
};

/** More than any test sends. A queue in an endless loop fails the test instead of hanging it. */
const MAX_SENT = 5;

type Page = {
  /** The sent messages, in order. */
  readonly sent: NewTurn[];
  /** The status of the last run. */
  status: TraceStatus;
  /** Whether the server accepts messages. */
  accepts: boolean;
  error: unknown;
  choicesLoaded: boolean;
};

const makePage = (): Page => ({
  sent: [],
  status: "running",
  accepts: true,
  error: null,
  choicesLoaded: true,
});

/** Returns a hook that calls `useQueue` with the state of a page. */
function createUseQueue(page: Page): () => Queue {
  const send: Omit<Send, "error"> = {
    sending: null,
    start: async (turn) => {
      page.sent.push(turn);
      if (page.sent.length > MAX_SENT) throw new Error("The queue sends messages endlessly.");
      if (page.accepts) page.status = "running";
      return page.accepts;
    },
    retry: () => undefined,
    retrying: false,
    cancel: () => undefined,
    canceling: null,
  };
  return () =>
    useQueue("conversation", {
      chat: chatWith(page.status),
      send: { ...send, error: page.error },
      choices: { ...CHOICES, loaded: page.choicesLoaded },
    });
}

function chatWith(status: TraceStatus): Chat {
  const trace = { ...buildTrace({ id: "t1" }), status };
  return {
    status: "success",
    error: null,
    retry: () => undefined,
    reload: () => undefined,
    title: "Totals",
    pinned: false,
    sharing: null,
    folderId: null,
    model: null,
    traces: [trace],
    trace,
    busy: !isTerminal(status),
    log: EMPTY_LOG,
  };
}

const texts = (turns: readonly { readonly text: string }[]): readonly string[] =>
  turns.map(({ text }) => text);

/** Returns a page with an active run and these queued messages. */
async function openPage(...messages: readonly string[]) {
  const page = makePage();
  const queue = await renderHook(createUseQueue(page));
  for (const message of messages) await act(async () => queue.current().add(message));
  return { page, queue };
}

beforeEach(() => sessionStorage.clear());

describe("useQueue", () => {
  it("sends one message when the run completes and the next after the following run", async () => {
    const { page, queue } = await openPage("first", "second");
    expect(page.sent).toEqual([]);
    page.status = "completed";
    await queue.rerender();
    expect(page.sent).toEqual([{ text: "first", model: "scripted/demo", folderId: "folder" }]);
    expect(texts(queue.current().messages)).toEqual(["second"]);
    page.status = "completed";
    await queue.rerender();
    expect(texts(page.sent)).toEqual(["first", "second"]);
    expect(queue.current().messages).toEqual([]);
  });

  it.each(["failed", "cancelled"] as const)(
    "sends nothing automatically after a run that %s",
    async (status) => {
      const { page, queue } = await openPage("first", "second");
      expect(queue.current().sendNow).toBeNull();
      page.status = status;
      await queue.rerender();
      expect(page.sent).toEqual([]);
      const [, second] = queue.current().messages;
      await act(async () => second && queue.current().sendNow?.(second));
      expect(texts(page.sent)).toEqual(["second"]);
      expect(texts(queue.current().messages)).toEqual(["first"]);
    },
  );

  it("puts a message back at the front when the server rejects it", async () => {
    const { page, queue } = await openPage("first", "second");
    page.accepts = false;
    page.status = "failed";
    await queue.rerender();
    const [first] = queue.current().messages;
    await act(async () => first && queue.current().sendNow?.(first));
    expect(texts(page.sent)).toEqual(["first"]);
    expect(texts(queue.current().messages)).toEqual(["first", "second"]);
  });

  it("sends nothing automatically while an error is shown or the choices are loading", async () => {
    const { page, queue } = await openPage("first");
    page.choicesLoaded = false;
    page.status = "completed";
    await queue.rerender();
    expect(page.sent).toEqual([]);
    page.choicesLoaded = true;
    page.error = new Error("The server is unavailable.");
    await queue.rerender();
    expect(page.sent).toEqual([]);
    page.error = null;
    await queue.rerender();
    expect(texts(page.sent)).toEqual(["first"]);
  });

  it("sends a message once when several views show the queue", async () => {
    const page = makePage();
    const useOne = createUseQueue(page);
    const useOther = createUseQueue(page);
    const views = await renderHook(() => [useOne(), useOther()] as const);
    await act(async () => views.current()[0].add("first"));
    expect(texts(views.current()[1].messages)).toEqual(["first"]);
    page.status = "completed";
    await views.rerender();
    expect(texts(page.sent)).toEqual(["first"]);
  });

  it("restores its messages after a reload without removed ones", async () => {
    const { queue } = await openPage("first", "second");
    const [first] = queue.current().messages;
    await act(async () => first && queue.current().remove(first.id));
    await queue.unmount();
    const reloaded = await renderHook(createUseQueue(makePage()));
    expect(texts(reloaded.current().messages)).toEqual(["second"]);
  });
});
