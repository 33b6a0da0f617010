import type { LiveNotice } from "@goaltrace/core";

/** What came since the last take. `overflowed` says that deltas were left out because nobody took them in time. */
export type Taken = { readonly notices: readonly LiveNotice[]; readonly overflowed: boolean };

export type NoticeQueue = {
  push(this: void, notice: LiveNotice): void;
  /** Waits for notices, at most `milliseconds`, and empties the queue. Returns at once when the signal has aborted. */
  take(milliseconds: number): Promise<Taken>;
};

/** At 50 ms per coalesced delta this is about half a minute of a watcher that does not read. */
const CAPACITY = 512;

/** A queue between the live feed, which never waits, and a watcher, who may be slow: bounded, the oldest is forgotten as a whole. */
export function createNoticeQueue(signal: AbortSignal): NoticeQueue {
  let waiting: LiveNotice[] = [];
  let overflowed = false;
  let wake: (() => void) | undefined;
  signal.addEventListener("abort", () => wake?.(), { once: true });
  return {
    push: (notice) => {
      if (waiting.length >= CAPACITY) {
        waiting = [];
        overflowed = true;
      }
      waiting.push(notice);
      wake?.();
    },
    take: async (milliseconds) => {
      if (waiting.length === 0 && !overflowed && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      const taken = { notices: waiting, overflowed };
      waiting = [];
      overflowed = false;
      return taken;
    },
  };
}
