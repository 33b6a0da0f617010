import type { StreamFacts, StreamRightStore } from "@goaltrace/db";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StreamPass } from "./refuse-stream.ts";
import { createStreamGate } from "./stream-gate.ts";

const PASS: StreamPass = {
  ...{ workspaceId: "workspace", personId: "person", traceId: "trace", role: "viewer" },
  ...{ workspaceName: "Shop", by: { kind: "session", id: "session" } },
};
const INTACT: StreamFacts = { isSignedIn: true, role: "viewer", isVisible: true };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Rights whose state and availability the test controls, and the number of statements that read them. */
function fakeRights(): StreamRightStore & {
  facts: StreamFacts;
  isAway: boolean;
  reads: number;
  readonly change: (workspaceId: string | null) => void;
} {
  const listeners = new Set<(workspaceId: string | null) => void>();
  const rights = {
    ...{ facts: INTACT, isAway: false, reads: 0 },
    read: async (wanted: readonly unknown[]) => {
      rights.reads += 1;
      if (rights.isAway) throw new Error("the database is away");
      return wanted.map(() => rights.facts);
    },
    onChange: (listener: (workspaceId: string | null) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change: (workspaceId: string | null) => {
      for (const listener of listeners) listener(workspaceId);
    },
  };
  return rights;
}

/** A stream that yields numbers without end, or after the first one nothing until its signal aborts. */
async function* numbers(signal: AbortSignal, isIdle: boolean): AsyncGenerator<number> {
  for (let number = 1; !signal.aborted; number += 1) {
    yield number;
    if (isIdle) await new Promise((resolve) => signal.addEventListener("abort", resolve));
  }
}

const open = (rights: StreamRightStore, isIdle: boolean): AsyncGenerator<number> =>
  createStreamGate(rights).pass(PASS, new AbortController().signal, (signal) => numbers(signal, isIdle));

it.each([
  [{ ...INTACT, isSignedIn: false }, "NOT_SIGNED_IN"],
  [{ ...INTACT, role: null }, "NOT_FOUND"],
  [{ ...INTACT, isVisible: false }, "NOT_FOUND"],
] as const)("ends an idle stream at the notice of a change: %j", async (facts, code) => {
  const rights = fakeRights();
  const items = open(rights, true);
  await items.next();
  const waiting = items.next();
  rights.facts = facts;
  rights.change("another workspace");
  rights.change("workspace");
  await expect(waiting).rejects.toMatchObject({ code });
});

it("ends an idle stream within a second when the notice is lost", async () => {
  const rights = fakeRights();
  const items = open(rights, true);
  await items.next();
  const waiting = items.next();
  rights.facts = { ...INTACT, role: null };
  vi.advanceTimersByTime(1_000);
  await expect(waiting).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("shows no item that rests on a check older than the limit, even while checks fail", async () => {
  const rights = fakeRights();
  const items = open(rights, false);
  await items.next();
  rights.isAway = true;
  vi.setSystemTime(Date.now());
  vi.advanceTimersByTime(1_600);
  await expect(items.next()).rejects.toThrow("the database is away");
});

it("checks all streams of a process with one statement per second, however much they send", async () => {
  const rights = fakeRights();
  const gate = createStreamGate(rights);
  const streams = Array.from({ length: 20 }, () =>
    gate.pass(PASS, new AbortController().signal, (signal) => numbers(signal, false)),
  );
  for (const stream of streams) await stream.next();
  rights.reads = 0;
  for (let second = 0; second < 3; second += 1) {
    vi.advanceTimersByTime(1_000);
    for (const stream of streams) for (let item = 0; item < 50; item += 1) await stream.next();
  }
  expect(rights.reads).toBe(3);
  for (const stream of streams) await stream.return(undefined);
  vi.advanceTimersByTime(5_000);
  expect(rights.reads).toBe(3);
});
