/** An unbounded queue with one reader. `push` never blocks; the reader receives items in order. */
export type Channel<T extends object> = {
  push(item: T): void;
  close(): void;
  fail(thrown: unknown): void;
  readonly items: AsyncIterable<T>;
};

/** Creates a channel. After `close` the reader drains the queue and ends; after `fail` it drains the queue and throws. */
export function createChannel<T extends object>(): Channel<T> {
  let queue: T[] = [];
  let reading: T[] = [];
  let wake: (() => void) | null = null;
  let end: "closed" | { readonly thrown: unknown } | null = null;
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
      end ??= "closed";
      notify();
    },
    fail: (thrown) => {
      end ??= { thrown };
      notify();
    },
    items: {
      // Hand-written iterator: a delegating generator costs several microtask turns per token.
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
            if (end === "closed") return { value: undefined, done: true };
            if (end !== null) throw end.thrown;
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
        },
      }),
    },
  };
}
