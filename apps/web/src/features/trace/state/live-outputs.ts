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
  /** Returns until when the model call after the last entry waited to be sent, Infinity while it waits; null when it did not wait. */
  readonly queuedUntil: () => number | null;
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

/** Creates the empty outputs of a page. */
export function createLiveOutputs(nextFrame: NextFrame): LiveOutputs {
  const outputs = new Map<string, OutputPiece>();
  const listeners = new Set<() => void>();
  let wait: CallWait | null = null;
  let queuedUntil: number | null = null;
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
      if (changed === wait) return;
      wait = changed;
      queuedUntil = wait === null ? Date.now() : Infinity;
      schedule();
    },
    callWait: () => wait,
    queuedUntil: () => queuedUntil,
    settle: (entry) => {
      const hadWaited = queuedUntil !== null;
      wait = null;
      queuedUntil = null;
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

/** Returns until when the model call after the last entry waited to be sent, as `LiveOutputs` says. */
export function useQueuedUntil(): number | null {
  const outputs = useContext(LiveOutputsContext);
  return useSyncExternalStore(outputs.subscribe, outputs.queuedUntil, () => null);
}
