// @vitest-environment happy-dom
import { type OutlineEntry, packOutline, type Trace } from "@goaltrace/core/log";
import { buildTrace } from "@goaltrace/core/testing";
import { act } from "react";
import { describe, expect, it, vi } from "vitest";
import { useConnection } from "../../../lib/connection.ts";
import { createFakeApi, type FakeStream } from "../../../lib/testing/fake-api.tsx";
import { renderHook, waitForRender } from "../../../lib/testing/render-hook.tsx";
import { type TraceLog, useTraceLog } from "./use-trace-log.ts";

vi.mock("../../../lib/trpc.tsx", () => import("../../../lib/testing/fake-api.tsx"));

const line = (q: number): OutlineEntry => ({ q, t: q, g: "root", k: "other", d: `entry ${q}` });
const lines = (from: number, to: number): readonly OutlineEntry[] =>
  Array.from({ length: to - from + 1 }, (_, index) => line(from + index));
const traceAt = (lastSequence: number, id = "t1"): Trace => buildTrace({ id, lastSequence });
/** An entry as the server streams it: with the id from which a reconnect resumes. */
const tracked = (entry: OutlineEntry): unknown => ({
  id: String(entry.q),
  data: { kind: "skeleton", entry },
});

/** The stored logs of the server by trace id. A trace that is not listed cannot be read. */
type Stored = Record<string, readonly OutlineEntry[]>;

/** Opens the log of `trace.id`. Change the id and rerender to navigate. */
async function openLog(stored: Stored) {
  const page = { id: "t1", stored };
  const api = createFakeApi(async ({ path, input }) => {
    const { id } = input as { readonly id: string };
    const entries = page.stored[id];
    if (entries === undefined) throw new Error(`No trace ${id}.`);
    const lastSequence = entries.at(-1)?.q ?? 0;
    if (path === "traces.get") return traceAt(lastSequence, id);
    return { packed: JSON.stringify(packOutline(entries)), lastSequence };
  });
  const hook = await renderHook(
    () => ({ log: useTraceLog("storefront", page.id), connection: useConnection() }),
    api.Wrapper,
  );
  const stream = (): FakeStream => {
    const last = api.streams.at(-1);
    if (last === undefined) throw new Error("The page follows no stream.");
    return last;
  };
  return {
    ...{ page, api, hook, stream },
    /** Returns the shown sequences; null until the log has loaded. */
    shown: () => {
      const { log } = hook.current();
      return log.status === "success" ? log.model.entries.map(({ q }) => q) : null;
    },
    log: () => hook.current().log,
    send: async (...messages: readonly unknown[]) => {
      await act(async () => {
        for (const message of messages) stream().send(message);
      });
    },
  };
}

const versionOf = (log: TraceLog): number => (log.status === "success" ? log.version : -1);

describe("useTraceLog", () => {
  it("shows the stored log and appends what the stream sends after it", async () => {
    const { api, shown, log, send, stream } = await openLog({ t1: lines(1, 3) });
    await waitForRender(() => expect(shown()).toEqual([1, 2, 3]));
    expect(stream()).toMatchObject({
      path: "traces.tail",
      input: { workspace: "storefront", id: "t1", shape: "skeleton", after: 3 },
    });
    await send(tracked(line(4)), tracked(line(5)), { kind: "trace", trace: traceAt(5) });
    await waitForRender(() => expect(versionOf(log())).toBe(1));
    expect(shown()).toEqual([1, 2, 3, 4, 5]);
    expect(log()).toMatchObject({ trace: { lastSequence: 5 } });
    expect(api.streams).toHaveLength(1);
  });

  it("keeps the newer trace record when the stream reports an older one", async () => {
    const { shown, log, send } = await openLog({ t1: lines(1, 3) });
    await waitForRender(() => expect(shown()).toHaveLength(3));
    await send({ kind: "trace", trace: traceAt(2) }, tracked(line(4)));
    await waitForRender(() => expect(versionOf(log())).toBe(1));
    expect(log()).toMatchObject({ trace: { lastSequence: 3 } });
  });

  it("neither skips nor repeats an entry when the stream reconnects, and reports the outage", async () => {
    const { api, hook, shown, log, send, stream } = await openLog({ t1: lines(1, 2) });
    await waitForRender(() => expect(shown()).toHaveLength(2));
    await act(async () => stream().connect());
    await send(tracked(line(3)), tracked(line(4)));
    await act(async () => stream().disconnect());
    expect(hook.current().connection.state).toBe("reconnecting");
    expect(shown()).toEqual([1, 2, 3, 4]);
    await act(async () => stream().connect());
    expect(hook.current().connection.state).toBe("live");
    // A server that does not know the last received entry sends from the start of the subscription again.
    await send(tracked(line(3)), tracked(line(4)), tracked(line(5)), tracked(line(6)));
    await waitForRender(() => expect(versionOf(log())).toBeGreaterThan(0));
    expect(shown()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(api.streams).toHaveLength(1);
  });

  it("shows running output until its result arrives", async () => {
    const { shown, log, send } = await openLog({ t1: lines(1, 1) });
    await waitForRender(() => expect(shown()).toHaveLength(1));
    const delta = { kind: "delta", traceId: "t1", callId: "shell", attempt: 1, channel: "output" };
    await send({ ...delta, offset: 0, text: "line 1\n" });
    const output = (): string | undefined => {
      const current = log();
      return current.status === "error" ? undefined : current.outputs.outputOf("shell")?.text;
    };
    expect(output()).toBe("line 1\n");
    const call = { k: "tool", call: "shell", name: "shell", s: "ok", n: 1, m: 1 } as const;
    await send(tracked({ ...call, q: 2, t: 2, g: "root", d: "" }));
    expect(output()).toBeUndefined();
  });

  it("reports a failed load and follows the log after a retry", async () => {
    const { api, page, shown, log } = await openLog({});
    await waitForRender(() => expect(log().status).toBe("error"));
    expect(log()).toMatchObject({ error: { message: "No trace t1." } });
    expect(api.streams).toHaveLength(0);
    page.stored = { t1: lines(1, 2) };
    await act(async () => {
      const failed = log();
      if (failed.status === "error") failed.retry();
    });
    await waitForRender(() => expect(shown()).toEqual([1, 2]));
    expect(api.streams.map(({ input }) => input)).toEqual([expect.objectContaining({ after: 2 })]);
  });

  it("closes the stream when the page unmounts", async () => {
    const { hook, shown, stream } = await openLog({ t1: lines(1, 1) });
    await waitForRender(() => expect(shown()).toHaveLength(1));
    expect(stream().isOpen()).toBe(true);
    await act(async () => stream().disconnect());
    await hook.unmount();
    expect(stream().isOpen()).toBe(false);
  });

  it("follows only the new trace after the id changed", async () => {
    const { api, page, hook, shown, send } = await openLog({ t1: lines(1, 3), t2: lines(1, 2) });
    await waitForRender(() => expect(shown()).toHaveLength(3));
    page.id = "t2";
    await hook.rerender();
    // Nothing yet, or already the entries of the new trace.
    expect([null, [1, 2]]).toContainEqual(shown());
    await waitForRender(() => expect(shown()).toEqual([1, 2]));
    expect(api.streams.map((each) => [each.input, each.isOpen()])).toEqual([
      [expect.objectContaining({ id: "t1", after: 3 }), false],
      [expect.objectContaining({ id: "t2", after: 2 }), true],
    ]);
    await send(tracked(line(3)));
    expect(shown()).toEqual([1, 2, 3]);
    page.id = "t1";
    await hook.rerender();
    expect(shown()).toEqual([1, 2, 3]);
  });
});
