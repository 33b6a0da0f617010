import type { Delta, OutlineEntry } from "@goaltrace/core/log";
import { expect, it, vi } from "vitest";
import { createLiveOutputs } from "./live-outputs.ts";

const outputDelta = (offset: number, text: string, fields: Partial<Delta> = {}): Delta => ({
  ...{ kind: "delta", traceId: "t", callId: "shell", attempt: 1, channel: "output", offset, text },
  ...fields,
});

it("appends new output of running calls, notifies once per frame, and clears it with the result", () => {
  const frames: (() => void)[] = [];
  const outputs = createLiveOutputs((run) => void frames.push(run));
  let drawn = 0;
  const stop = outputs.subscribe(() => (drawn += 1));
  outputs.addDelta(outputDelta(0, "line 1\n"));
  outputs.addDelta(outputDelta(0, "line 1\nline 2\n"));
  outputs.addDelta(outputDelta(0, "other", { callId: "other" }));
  outputs.addDelta(outputDelta(0, "{", { channel: "tool", callId: "answer" }));
  expect(frames).toHaveLength(1);
  frames.pop()?.();
  expect(drawn).toBe(1);
  expect(outputs.outputOf("shell")?.text).toBe("line 1\nline 2\n");
  expect(outputs.outputOf("answer")).toBeUndefined();
  outputs.settle({
    q: 5,
    t: 5,
    g: "root",
    k: "tool",
    call: "shell",
    name: "shell",
    d: "",
    s: "ok",
    n: 1,
    m: 1,
  });
  expect(outputs.outputOf("shell")).toBeUndefined();
  expect(outputs.outputOf("other")?.text).toBe("other");
  outputs.settle({ q: 6, t: 6, g: "root", k: "resumed", unknown: 0 });
  expect(outputs.outputOf("other")).toBeUndefined();
  stop();
});

it("knows what a call waits for until the call is admitted or an entry follows", () => {
  const outputs = createLiveOutputs((run) => run());
  const waiting = { kind: "call_waiting", traceId: "t", callId: "call" } as const;
  expect(outputs.queue()).toBeNull();
  outputs.noteWaiting({ ...waiting, ahead: 3 });
  expect(outputs.queue()).toEqual({ since: null, until: Infinity });
  expect(outputs.callWait()).toEqual({ kind: "endpoint", ahead: 3 });
  outputs.noteWaiting({ ...waiting, ahead: 0, quota: { name: "key.calls_per_minute", limit: 9 } });
  const wait = outputs.callWait();
  expect(wait).toEqual({ kind: "quota", of: "key", limit: 9 });
  outputs.noteWaiting({ ...waiting, ahead: 0, quota: { name: "key.calls_per_minute", limit: 9 } });
  expect(outputs.callWait()).toBe(wait);
  vi.useFakeTimers({ now: 5_000 });
  outputs.noteWaiting({ ...waiting, ahead: null });
  vi.useRealTimers();
  expect(outputs.callWait()).toBeNull();
  expect(outputs.queue()).toEqual({ since: null, until: 5_000 });
  outputs.noteWaiting({ ...waiting, ahead: 0 });
  outputs.settle({ q: 6, t: 6, g: "root", k: "resumed", unknown: 0 });
  expect(outputs.callWait()).toBeNull();
  expect(outputs.queue()).toBeNull();
});

it("counts the wait of the run's own call from its entry, whatever happens beside it", () => {
  const outputs = createLiveOutputs((run) => run());
  const waiting = { kind: "call_waiting", traceId: "t", ahead: 0 } as const;
  const calling = (q: number, call: string, p?: string): void =>
    outputs.settle({ q, t: q * 1_000, g: "root", k: "calling", call, ...(p === undefined ? {} : { p }) });
  calling(6, "step");
  calling(7, "summary", "summary");
  outputs.noteWaiting({ ...waiting, callId: "summary" });
  expect(outputs.queue()).toBeNull();
  outputs.noteWaiting({ ...waiting, callId: "step" });
  outputs.settle({ q: 8, t: 8_000, g: "root", k: "memory", d: "" } as OutlineEntry);
  expect(outputs.queue()).toEqual({ since: 6_000, until: 8_000 });
  outputs.noteWaiting({ ...waiting, callId: "step" });
  expect(outputs.queue()).toEqual({ since: 6_000, until: Infinity });
  calling(9, "next");
  expect(outputs.queue()).toBeNull();
});
