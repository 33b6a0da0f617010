import { EMPTY_LOG, foldUpdate, rewindTo } from "./chat-log.ts";
import type { ChatUpdate } from "./chat-log.ts";
import type { ChatLog } from "./chat-turn.ts";

/** The client-side state of one conversation. Updates are applied once per frame, so a burst of updates costs one render. */
export type ChatStore = {
  readonly log: () => ChatLog;
  /** Queues one update of the stream for the next frame. */
  readonly push: (update: ChatUpdate) => void;
  /** Prepares for a turn that continues after entry `origin`. Returns the last known sequence, after which the stream must resume. */
  readonly continueAfter: (origin: number) => number;
  /** Calls the listener after the log changed. Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** Creates an empty conversation. `nextFrame` schedules a callback for the next frame. */
export function createChatStore(nextFrame: (run: () => void) => void): ChatStore {
  const listeners = new Set<() => void>();
  let log: ChatLog = EMPTY_LOG;
  let pending: ChatUpdate[] = [];

  const publish = (): void => {
    const updates = pending;
    pending = [];
    const before = log;
    log = updates.reduce(foldUpdate, log);
    if (log !== before) for (const listener of listeners) listener();
  };

  return {
    log: () => log,
    push: (update) => {
      pending.push(update);
      if (pending.length === 1) nextFrame(publish);
    },
    continueAfter: (origin) => {
      log = rewindTo(applyPending(), origin);
      return log.lastSequence;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  function applyPending(): ChatLog {
    const updates = pending;
    pending = [];
    return updates.reduce(foldUpdate, log);
  }
}
