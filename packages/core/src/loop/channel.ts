/** A queue with one reader: pushes never wait, the reader gets items in order. */
export type Channel<T> = {
  push(item: T): void;
  close(): void;
  fail(thrown: unknown): void;
  readonly items: AsyncIterable<T>;
};

/** Creates a channel. `close` lets the reader finish what is queued; `fail` makes it throw after that. */
export function createChannel<T>(): Channel<T> {
  const queue: T[] = [];
  let wake: (() => void) | null = null;
  let end: { readonly thrown: unknown; readonly failed: boolean } | null = null;
  const notify = (): void => {
    wake?.();
    wake = null;
  };
  return {
    push: (item) => {
      queue.push(item);
      notify();
    },
    close: () => {
      end ??= { failed: false, thrown: null };
      notify();
    },
    fail: (thrown) => {
      end ??= { failed: true, thrown };
      notify();
    },
    items: {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          yield* queue.splice(0);
          if (queue.length > 0) continue;
          if (end?.failed === true) throw end.thrown;
          if (end !== null) return;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      },
    },
  };
}
