import { EMPTY_LOG, foldUpdate, rewindTo } from "./chat-log.ts";
import type { ChatUpdate } from "./chat-log.ts";
import type { ChatLog } from "./chat-turn.ts";

/** One conversation as this page holds it. Updates are taken in batches, one per frame, so that a burst costs one rendering. */
export type ChatStore = {
  readonly log: () => ChatLog;
  /** Takes one update of the stream. */
  readonly push: (update: ChatUpdate) => void;
  /** Prepares for a turn that continues after entry `origin`; returns the last sequence known, from which to read on. */
  readonly continueAfter: (origin: number) => number;
  /** Calls back after the log changed. Returns the way to stop it. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** Creates an empty conversation. `nextFrame` schedules a function for the next frame. */
export function createChatStore(nextFrame: (run: () => void) => void): ChatStore {
  const listeners = new Set<() => void>();
  let log: ChatLog = EMPTY_LOG;
  let waiting: ChatUpdate[] = [];

  const takeIn = (): void => {
    const updates = waiting;
    waiting = [];
    const before = log;
    log = updates.reduce(foldUpdate, log);
    if (log !== before) for (const listener of listeners) listener();
  };

  return {
    log: () => log,
    push: (update) => {
      waiting.push(update);
      if (waiting.length === 1) nextFrame(takeIn);
    },
    continueAfter: (origin) => {
      log = rewindTo(updatesSoFar(), origin);
      return log.lastSequence;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  function updatesSoFar(): ChatLog {
    const updates = waiting;
    waiting = [];
    return updates.reduce(foldUpdate, log);
  }
}
