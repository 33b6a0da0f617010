/** Lets operations of concurrent programs happen one at a time, in an order that is given. */
export type Turns = {
  /** Waits for its turn, then acts. */
  take<T>(act: () => Promise<T>): Promise<T>;
  /** Gives turns until all of these programs have ended. Rejects with the first that fails. */
  until(programs: readonly Promise<unknown>[]): Promise<void>;
};

/** `order` says whose turn it is, as positions among those that wait; it begins again at its end. */
export function createTurns(order: readonly number[]): Turns {
  const waiting: (() => Promise<void>)[] = [];
  let turn = 0;
  return {
    take: async (act) =>
      await new Promise((resolve, reject) => {
        waiting.push(async () => await act().then(resolve, reject));
      }),
    async until(programs) {
      const all = Promise.all(programs);
      let isOver = false;
      const over = (): void => {
        isOver = true;
      };
      all.then(over, over);
      for (;;) {
        // Every program gets to where it waits for its turn.
        await new Promise((resolve) => setImmediate(resolve));
        if (isOver) break;
        const [next] = waiting.splice((order[turn % order.length] ?? 0) % Math.max(1, waiting.length), 1);
        if (next === undefined) continue;
        turn += 1;
        await next();
      }
      await all;
    },
  };
}
