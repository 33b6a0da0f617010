"use client";
import { joinOutput } from "@goaltrace/core/log";
import type { Delta, OutlineEntry, OutputPiece } from "@goaltrace/core/log";
import { createContext, useContext, useSyncExternalStore } from "react";
import type { NextFrame } from "./trace-model.ts";

/** The output of a trace's running tools, call by call, as far as this page has received it. */
export type LiveOutputs = {
  /** Takes in one delta of the stream; those of other channels are ignored. */
  readonly addDelta: (delta: Delta) => void;
  /** Forgets the outputs that end with an entry: of the call it is the result of, or all when the run resumes or ends. */
  readonly settle: (entry: OutlineEntry) => void;
  /** The end of what a call has printed; undefined while there is nothing, and once it has its result. */
  readonly outputOf: (callId: string) => OutputPiece | undefined;
  /** Calls back after outputs changed, once for all that came together. Returns the way to stop it. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** Kept of each running call: some hundred lines. UTF-16 units. */
const LIVE_OUTPUT_CHARACTERS = 16_384;

/** Creates the outputs of one page, none yet. */
export function createLiveOutputs(nextFrame: NextFrame): LiveOutputs {
  const outputs = new Map<string, OutputPiece>();
  const listeners = new Set<() => void>();
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
    settle: (entry) => {
      if (entry.k === "tool") outputs.delete(entry.call);
      else if (entry.k === "resumed" || entry.k === "end") outputs.clear();
      else return;
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

/** The output of a call so far; only the component that shows it is drawn again when it grows. */
export function useLiveOutput(callId: string): OutputPiece | undefined {
  const outputs = useContext(LiveOutputsContext);
  return useSyncExternalStore(
    outputs.subscribe,
    () => outputs.outputOf(callId),
    () => undefined,
  );
}
