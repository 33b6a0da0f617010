import type { Trace } from "@goaltrace/core/log";
import { createInMemoryStores } from "@goaltrace/core/in-memory";
import { buildLog, buildTrace } from "@goaltrace/core/testing";
import { expect, it, vi } from "vitest";
import { tail } from "./tail.ts";
import type { TailItem, TailRequest } from "./tail.ts";

const scope = { workspaceId: "workspace", personId: "person" };
const PARTIAL = { callId: "call", attempt: 1, text: "Let me think", reasoning: "" };

/** Follows a running trace until `matches` accepts an item. The first `lateBy` reads of the partial text return nothing. */
async function firstItem(
  lateBy: number,
  matches: (item: TailItem) => boolean,
): Promise<TailItem | undefined> {
  const { traces } = createInMemoryStores();
  const log = buildLog();
  log.user("What is the key word?");
  const trace = buildTrace({ id: log.traceId, status: "running" }, log.entries);
  await traces.create(scope, trace, log.entries, []);
  let reads = 0;
  const live = {
    ...createInMemoryStores().live,
    partial: async () => {
      reads += 1;
      return reads > lateBy ? [{ kind: "model" as const, ...PARTIAL }] : [];
    },
  };
  const watching = new AbortController();
  const items = tail({
    traces,
    live,
    scope,
    traceId: trace.id,
    after: 0,
    signal: watching.signal,
  });
  try {
    for await (const item of items) if (matches(item)) return item;
  } finally {
    watching.abort();
  }
  return undefined;
}

it("sends text that was streamed just before the watcher subscribed, even if nothing follows", async () => {
  const item = await firstItem(1, ({ kind }) => kind === "partial");
  expect(item).toEqual({ kind: "partial", partial: PARTIAL });
});

it("sends text that a busy worker stores only after the watcher has looked for it again", async () => {
  vi.useFakeTimers();
  try {
    const item = firstItem(2, ({ kind }) => kind === "partial");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await item).toEqual({ kind: "partial", partial: PARTIAL });
  } finally {
    vi.useRealTimers();
  }
});

it("sends the text so far immediately to a watcher who joins during an answer", async () => {
  const item = await firstItem(0, ({ kind }) => kind === "partial");
  expect(item).toEqual({ kind: "partial", partial: PARTIAL });
});

/** A running trace whose log grows under the control of the test, and a function that watches it. */
function growingRun(): {
  readonly traceId: string;
  readonly addMessage: (text: string) => Trace;
  readonly finishCall: (toolCallId: string) => void;
  readonly watch: (live: TailRequest["live"], signal: AbortSignal) => AsyncGenerator<TailItem>;
} {
  const log = buildLog();
  const current = (): Trace => buildTrace({ id: log.traceId, status: "running" }, log.entries);
  const addMessage = (text: string): Trace => {
    log.user(text);
    return current();
  };
  addMessage("What is the key word?");
  const traces: TailRequest["traces"] = {
    ...createInMemoryStores().traces,
    get: async () => current(),
    entries: async (_scope, _id, { after, until }) =>
      log.entries.filter(({ sequence }) => sequence > after && sequence <= (until ?? Infinity)),
  };
  const watch = (live: TailRequest["live"], signal: AbortSignal): AsyncGenerator<TailItem> =>
    tail({
      traces,
      live,
      scope,
      traceId: log.traceId,
      after: 0,
      signal,
    });
  return { traceId: log.traceId, addMessage, finishCall: (toolCallId) => void log.tool(toolCallId), watch };
}

/** The item kinds that a watcher receives up to the first text of a call. `onTrace` runs when it has caught up. */
async function untilText(items: AsyncGenerator<TailItem>, onTrace: () => void): Promise<readonly string[]> {
  const received: string[] = [];
  let [next, caughtUp] = [items.next(), false];
  for (;;) {
    const result = await next;
    if (result.done === true) return received;
    const { value } = result;
    received.push(value.kind === "entry" ? `entry ${value.entry.sequence}` : value.kind);
    if (value.kind === "delta" || value.kind === "partial") return received;
    next = items.next();
    if (value.kind === "trace" && !caughtUp) {
      caughtUp = true;
      onTrace();
    }
  }
}

it("sends committed entries before the text of a later call", async () => {
  const { addMessage, watch } = growingRun();
  const live = createInMemoryStores().live;
  const watching = new AbortController();
  const received = await untilText(watch(live, watching.signal), () => {
    const { id: traceId, workspaceId, status } = addMessage("The result of a call.");
    live.publish({ kind: "committed", workspaceId, traceId, sequence: 2, status });
    live.publish({
      kind: "delta",
      traceId,
      ...{ callId: "next", attempt: 1, channel: "text", offset: 0, text: "So" },
    });
  });
  watching.abort();
  expect(received.slice(0, 3)).toEqual(["entry 1", "trace", "entry 2"]);
});

it("sends earlier log entries before the partial text", async () => {
  const { addMessage, watch } = growingRun();
  const live = {
    ...createInMemoryStores().live,
    partial: async () => {
      addMessage("The result of a call.");
      return [{ kind: "model" as const, ...PARTIAL }];
    },
  };
  const watching = new AbortController();
  const received = await untilText(watch(live, watching.signal), () => undefined);
  watching.abort();
  expect(received).toEqual(["entry 1", "entry 2", "trace", "partial"]);
});

const OUTPUT = { kind: "delta", callId: "shell", attempt: 1, channel: "output" } as const;

/** The output that a watcher receives, as pairs of offset and text, until it has `until` characters. */
async function receivedOutput(
  items: AsyncGenerator<TailItem>,
  until: number,
  onPiece: (count: number) => void = () => undefined,
): Promise<readonly (readonly [number, string])[]> {
  const pieces: (readonly [number, string])[] = [];
  for await (const item of items) {
    if (item.kind !== "delta") continue;
    pieces.push([item.offset, item.text]);
    onPiece(pieces.length);
    if (pieces.reduce((sum, [, text]) => sum + text.length, 0) >= until) break;
  }
  return pieces;
}

it("sends a late watcher the stored tail of a tool's output, then only new text", async () => {
  const { watch, traceId } = growingRun();
  const live = createInMemoryStores().live;
  const kept = { kind: "tool", callId: "shell", attempt: 1, offset: 100, text: "line 1\nline 2\n" } as const;
  const watching = new AbortController();
  const publish = (offset: number, text: string): void => live.publish({ ...OUTPUT, traceId, offset, text });
  const items = watch({ ...live, partial: async () => [kept] }, watching.signal);
  const pieces = await receivedOutput(items, 28, (count) => {
    if (count > 1) return;
    // The first was published before the watcher joined, the others are new.
    publish(107, "line 2\n");
    publish(110, "e 2\nline 3\n");
    publish(121, "line 4\n");
  });
  watching.abort();
  expect(pieces).toEqual([
    [100, "line 1\nline 2\n"],
    [114, "line 3\n"],
    [121, "line 4\n"],
  ]);
});

it("sends missed output later and once when a watcher joins between a delta and its stored text", async () => {
  const { watch, traceId } = growingRun();
  const live = createInMemoryStores().live;
  let reads = 0;
  const partial: TailRequest["live"]["partial"] = async () => {
    reads += 1;
    if (reads === 1) queueMicrotask(() => live.publish({ ...OUTPUT, traceId, offset: 7, text: "line 2\n" }));
    return reads === 1 ? [] : [{ ...OUTPUT, kind: "tool", offset: 0, text: "line 1\nline 2\n" }];
  };
  const watching = new AbortController();
  const pieces = await receivedOutput(watch({ ...live, partial }, watching.signal), 14);
  watching.abort();
  expect(pieces).toEqual([
    [7, "line 2\n"],
    [0, "line 1\n"],
  ]);
});

it("does not send output of a call that has its result", async () => {
  const { addMessage, watch, traceId, finishCall } = growingRun();
  const live = createInMemoryStores().live;
  finishCall("shell");
  const watching = new AbortController();
  const kept = { ...OUTPUT, kind: "tool", offset: 0, text: "stale" } as const;
  const items = watch({ ...live, partial: async () => [kept] }, watching.signal);
  const received: string[] = [];
  for await (const item of items) {
    received.push(item.kind === "entry" ? `entry ${item.entry.sequence}` : item.kind);
    if (item.kind === "trace" && received.length === 3) {
      live.publish({ ...OUTPUT, traceId, offset: 5, text: "late" });
      const { workspaceId, status } = addMessage("More.");
      live.publish({ kind: "committed", workspaceId, traceId, sequence: 3, status });
    }
    if (received.includes("entry 3")) break;
  }
  watching.abort();
  expect(received).toEqual(["entry 1", "entry 2", "trace", "entry 3"]);
});
