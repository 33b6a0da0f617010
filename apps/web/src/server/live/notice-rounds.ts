import type { LiveFeed, LiveNotice } from "@goaltrace/core/ports";

/** By default, watchers look at most four times a second: people cannot read faster, and a busy workspace commits hundreds of times. */
const COALESCE_MS = 250;
/** They also look without a notice, because one may be lost. */
const IDLE_MS = 5_000;

export type NoticeRounds = {
  readonly live: LiveFeed;
  readonly workspaceId: string;
  readonly signal: AbortSignal;
  /** Receives every notice at once. Returns whether it makes the next round due. */
  readonly note: (notice: LiveNotice) => boolean;
  /** The shortest time between two rounds. @default 250 */
  readonly coalesceMs?: number;
};

/**
 * Yields whenever a watcher of a workspace should look, until `signal` aborts: first at once, then after notices that make a round due, and
 * otherwise at intervals. The value is whether a notice made the round due.
 */
export async function* noticeRounds({
  live,
  workspaceId,
  signal,
  note,
  coalesceMs = COALESCE_MS,
}: NoticeRounds): AsyncGenerator<boolean> {
  let isDue = false;
  let wake: (() => void) | undefined;
  const onAbort = (): void => wake?.();
  signal.addEventListener("abort", onAbort);
  const unsubscribe = live.subscribe({ workspaceId }, (notice) => {
    if (!note(notice)) return;
    isDue = true;
    wake?.();
  });
  const pause = async (milliseconds: number, isWakeable: boolean): Promise<void> =>
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        if (!isWakeable && !signal.aborted) return;
        clearTimeout(timer);
        resolve();
      };
    });
  try {
    while (!signal.aborted) {
      const wasDue = isDue;
      isDue = false;
      yield wasDue;
      if (!signal.aborted) await pause(coalesceMs, false);
      if (!isDue && !signal.aborted) await pause(IDLE_MS, true);
    }
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", onAbort);
  }
}
