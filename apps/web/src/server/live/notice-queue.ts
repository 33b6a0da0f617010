import type { LiveNotice } from "@goaltrace/core/ports";

/** The notices since the last take. `overflowed` is true when notices were dropped because they were not taken in time. */
export type NoticeBatch = { readonly notices: readonly LiveNotice[]; readonly overflowed: boolean };

export type NoticeQueue = {
  push(this: void, notice: LiveNotice): void;
  /** Waits for notices, at most `milliseconds`, and empties the queue. Returns immediately once the signal has aborted. */
  take(milliseconds: number): Promise<NoticeBatch>;
};

/** About half a minute of deltas for a watcher that does not read, at 50 ms per coalesced delta. */
const CAPACITY = 512;
/** Of the text in waiting notices: a minute of a fast model. A longer text is reloaded as a whole, once for all watchers. */
const MAX_CHARACTERS = 64_000;

/** Creates a bounded queue between the live feed, which never waits, and a slow watcher. On overflow all waiting notices are dropped. */
export function createNoticeQueue(signal: AbortSignal): NoticeQueue {
  let waiting: LiveNotice[] = [];
  let characters = 0;
  let overflowed = false;
  let wake: (() => void) | undefined;
  signal.addEventListener("abort", () => wake?.(), { once: true });
  return {
    push: (notice) => {
      characters += notice.kind === "delta" ? notice.text.length : 0;
      if (waiting.length >= CAPACITY || characters > MAX_CHARACTERS) {
        waiting = [];
        characters = 0;
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
      const batch = { notices: waiting, overflowed };
      waiting = [];
      characters = 0;
      overflowed = false;
      return batch;
    },
  };
}
