/** A stream that keeps its items: each reader receives all of them, from the first. */
export type Replay<Item extends object> = {
  push(item: Item): void;
  /** Ends each reader once it has read everything. */
  close(): void;
  /** Makes each reader throw once it has read everything. */
  fail(thrown: unknown): void;
  read(): AsyncIterator<Item>;
};

export function createReplay<Item extends object>(): Replay<Item> {
  const items: Item[] = [];
  /** Null while the stream is open. */
  let end: { readonly hasFailed: boolean; readonly thrown: unknown } | null = null;
  let waitingReaders: (() => void)[] = [];
  const notify = (): void => {
    const waiting = waitingReaders;
    waitingReaders = [];
    for (const resolve of waiting) resolve();
  };
  async function* read(): AsyncGenerator<Item> {
    for (let position = 0; ;) {
      const item = items[position];
      if (item !== undefined) {
        position += 1;
        yield item;
        continue;
      }
      if (end?.hasFailed === true) throw end.thrown;
      if (end !== null) return;
      await new Promise<void>((resolve) => void waitingReaders.push(resolve));
    }
  }
  const finish = (hasFailed: boolean, thrown: unknown): void => {
    end ??= { hasFailed, thrown };
    notify();
  };
  return {
    push: (item) => {
      items.push(item);
      notify();
    },
    close: () => finish(false, null),
    fail: (thrown) => finish(true, thrown),
    read,
  };
}
