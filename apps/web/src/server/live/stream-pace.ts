import type { Clock } from "@goaltrace/core/ports";

/** Shares what the process sends on live streams between workspaces. */
export type StreamPace = {
  /**
   * Forwards a stream of a workspace. All streams of a workspace together pass a burst at once, then a fixed rate; those of other workspaces
   * never wait for them.
   */
  pass<Item>(workspaceId: string, items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item>;
  /**
   * Resolves when a stream of a workspace may read another text to send: at once, or, once the workspace is over its rate, one stream after
   * another. Otherwise hundreds of streams would each hold a text while they wait. Also resolves when `signal` aborts.
   */
  mayRead(workspaceId: string, signal: AbortSignal): Promise<void>;
};

/** Characters that the streams of a workspace send at once: a long run, opened by several people. */
const BURST = 8_000_000;
/** Characters a second after that; a hundred people who each watch a model write need a tenth of it. */
const PER_SECOND = 4_000_000;
/** Between two streams that read again, in milliseconds: long enough for the first to have counted what it read. */
const READ_EVERY_MS = 50;
/** Counts for each item besides its text, because passing on a small one takes time as well. */
const ITEM_CHARACTERS = 200;
/** Counts for each value of an item besides its text. */
const VALUE_CHARACTERS = 8;

/** Creates the pace of a process. `shareOfRate` returns the share of the rate that is free now. Default: all of it. */
export function createStreamPace(
  clock: Pick<Clock, "monotonic" | "sleep">,
  shareOfRate: () => number = () => 1,
): StreamPace {
  /** When what was sent so far would have been sent at the rates that applied, by workspace. */
  const due = new Map<string, number>();

  /** The stream of each workspace that reads last. */
  const lastInLine = new Map<string, Promise<void>>();

  /** Counts characters of a workspace. Returns for how long they must wait, in milliseconds; not positive when they need not. */
  function take(workspaceId: string, characters: number): number {
    const at = clock.monotonic();
    const next =
      Math.max(due.get(workspaceId) ?? at, at) + (characters * 1_000) / (PER_SECOND * shareOfRate());
    due.set(workspaceId, next);
    return next - at - (BURST * 1_000) / PER_SECOND;
  }

  /** A workspace that has used nothing of its share for long enough is forgotten, so that the map stays small. */
  function forgetIdle(workspaceId: string): void {
    if ((due.get(workspaceId) ?? 0) <= clock.monotonic()) due.delete(workspaceId);
  }

  async function readInTurn(workspaceId: string, signal: AbortSignal): Promise<void> {
    await lastInLine.get(workspaceId);
    while (!signal.aborted) {
      const waitMs = take(workspaceId, 0);
      if (waitMs <= 0) return;
      await clock.sleep(waitMs, signal).catch(() => undefined);
    }
  }

  return {
    async mayRead(workspaceId, signal) {
      if (take(workspaceId, 0) <= 0) return;
      const turn = readInTurn(workspaceId, signal);
      const next = turn.then(async () => {
        if (!signal.aborted) await clock.sleep(READ_EVERY_MS);
      });
      lastInLine.set(workspaceId, next);
      void next.then(() => {
        if (lastInLine.get(workspaceId) === next) lastInLine.delete(workspaceId);
      });
      await turn;
    },
    async *pass<Item>(
      workspaceId: string,
      items: AsyncIterable<Item>,
      signal: AbortSignal,
    ): AsyncGenerator<Item> {
      try {
        for await (const item of items) {
          const waitMs = take(workspaceId, ITEM_CHARACTERS + sizeOf(item));
          // Before the item, so that a workspace over its rate holds no more than one item per stream.
          if (waitMs > 0) await clock.sleep(waitMs, signal);
          yield item;
        }
      } finally {
        forgetIdle(workspaceId);
      }
    },
  };
}

/** Estimates the characters of a JSON value without building its text. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return VALUE_CHARACTERS;
  let size = VALUE_CHARACTERS;
  for (const child of Object.values(value)) size += sizeOf(child);
  return size;
}
