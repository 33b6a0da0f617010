"use client";
import { joinOutput } from "@goaltrace/core/log";
import { LIVE_OUTPUT_CHARACTERS } from "../../../lib/live-output-characters.ts";
import type { CallWaiting, Delta, OutlineEntry, OutputPiece } from "@goaltrace/core/log";
import { createContext, useContext, useSyncExternalStore } from "react";
import { type CallWait, changedWait } from "../../../lib/call-wait.ts";
import type { NextFrame } from "./trace-model.ts";

/** The output received so far from a trace's running tools, by call, and the wait of its model call. */
export type LiveOutputs = {
  /** Appends an output delta of the stream. Ignores other channels. */
  readonly addDelta: (delta: Delta) => void;
  readonly noteWaiting: (waiting: CallWaiting) => void;
  /** Returns what the run's model call waits for before it is sent; null while it does not wait. */
  readonly callWait: () => CallWait | null;
  /** Returns how long the run's open model call waited to be sent; null when it did not wait. */
  readonly queue: () => CallQueue | null;
  /**
   * Clears the outputs that an entry ends: that of its call, or all of them when the run resumes or ends. Any entry ends the wait, because the notice
   * of its end may have been lost; a call that still waits reports it again.
   */
  readonly settle: (entry: OutlineEntry) => void;
  /** Returns the tail of a call's output; undefined before its first output and after its result. */
  readonly outputOf: (callId: string) => OutputPiece | undefined;
  /** Calls the listener after outputs changed, once per frame. Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** The wait of an open model call: since its entry, null when the page does not know it, until a time in epoch milliseconds, Infinity while it waits. */
export type CallQueue = { readonly since: number | null; readonly until: number };

/** Entries after which the run's model call is not open any more. Others, such as those of sub-agents, may appear during a call. */
const ENDS_OF_CALLS: ReadonlySet<OutlineEntry["k"]> = new Set([
  ...(["assistant", "error", "retry", "limit", "resumed", "status", "end"] as const),
]);

/** The purposes of the calls that are the work of a run; helper calls run beside it. */
const OWN_CALLS: ReadonlySet<string> = new Set(["step", "final"]);

/** Creates the empty outputs of a page. */
export function createLiveOutputs(nextFrame: NextFrame): LiveOutputs {
  const outputs = new Map<string, OutputPiece>();
  const listeners = new Set<() => void>();
  let wait: CallWait | null = null;
  let queue: CallQueue | null = null;
  let openCall: { readonly id: string; readonly at: number } | null = null;
  let isScheduled = false;
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    nextFrame(() => {
      isScheduled = false;
      for (const listener of listeners) listener();
    });
  };
  return {
    addDelta: ({ channel, callId, attempt, offset, text }) => {
      if (channel !== "output") return;
      const piece = { attempt, offset, text };
      outputs.set(callId, joinOutput(outputs.get(callId), piece, LIVE_OUTPUT_CHARACTERS));
      schedule();
    },
    noteWaiting: (waiting) => {
      const changed = changedWait(wait, waiting);
      const isQueued = changed !== null;
      // Summaries and other helper calls wait beside the work of the run.
      const isOwn = openCall === null || openCall.id === waiting.callId;
      const isSame = !isOwn || isQueued === (queue?.until === Infinity);
      if (changed === wait && isSame) return;
      wait = changed;
      if (!isSame) queue = { since: openCall?.at ?? null, until: isQueued ? Infinity : Date.now() };
      schedule();
    },
    callWait: () => wait,
    queue: () => queue,
    settle: (entry) => {
      const hadWaited = queue !== null || wait !== null;
      wait = null;
      const isOwnCall = entry.k === "calling" && OWN_CALLS.has(entry.p ?? "step");
      if (isOwnCall) openCall = { id: entry.call, at: entry.t };
      if (isOwnCall || ENDS_OF_CALLS.has(entry.k) || (entry.k === "called" && OWN_CALLS.has(entry.p)))
        queue = null;
      else if (queue?.until === Infinity) queue = { ...queue, until: entry.t };
      if (entry.k === "tool") outputs.delete(entry.call);
      else if (entry.k === "resumed" || entry.k === "end") outputs.clear();
      else if (!hadWaited) return;
      schedule();
    },
    outputOf: (callId) => outputs.get(callId),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const NO_OUTPUTS = createLiveOutputs(() => undefined);
const LiveOutputsContext = createContext<LiveOutputs>(NO_OUTPUTS);

export const LiveOutputsProvider = LiveOutputsContext.Provider;

/** Returns the output of a call. Only the calling component rerenders when it grows. */
export function useLiveOutput(callId: string): OutputPiece | undefined {
  const outputs = useContext(LiveOutputsContext);
  return useSyncExternalStore(
    outputs.subscribe,
    () => outputs.outputOf(callId),
    () => undefined,
  );
}

/** Returns what the run's model call waits for before it is sent; null while it does not wait. */
export function useCallWait(): CallWait | null {
  const outputs = useContext(LiveOutputsContext);
  return useSyncExternalStore(outputs.subscribe, outputs.callWait, () => null);
}

/** Returns how long the run's open model call waited to be sent; null when it did not wait. */
export function useCallQueue(): CallQueue | null {
  const outputs = useContext(LiveOutputsContext);
  return useSyncExternalStore(outputs.subscribe, outputs.queue, () => null);
}
