/** A queue with one reader: pushes never wait, the reader gets items in order. */
export type Channel<T extends object> = {
  push(item: T): void;
  close(): void;
  fail(thrown: unknown): void;
  readonly items: AsyncIterable<T>;
};

/** Creates a channel. `close` lets the reader finish what is queued; `fail` makes it throw after that. */
export function createChannel<T extends object>(): Channel<T> {
  let queue: T[] = [];
  let reading: T[] = [];
  let wake: (() => void) | null = null;
  let end: { readonly thrown: unknown; readonly failed: boolean } | null = null;
  let read = 0;
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
      // By hand: a generator that delegates costs every token several turns of the microtask queue.
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          for (;;) {
            const item = reading[read];
            if (item !== undefined) {
              read += 1;
              return { value: item, done: false };
            }
            reading = queue;
            queue = [];
            read = 0;
            if (reading.length > 0) continue;
            if (end?.failed === true) throw end.thrown;
            if (end !== null) return { value: undefined, done: true };
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
        },
      }),
    },
  };
}
