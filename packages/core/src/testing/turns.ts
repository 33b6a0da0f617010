/** Schedules operations of concurrent programs one at a time, in a given order. */
export type Turns = {
  /** Waits for a turn, then acts. */
  take<T>(act: () => Promise<T>): Promise<T>;
  /** Gives turns until all of these programs have ended. Rejects with the first failure. */
  until(programs: readonly Promise<unknown>[]): Promise<void>;
};

/** `order` selects the next turn as a position among the waiting operations; it repeats. */
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
      const finish = (): void => {
        isOver = true;
      };
      all.then(finish, finish);
      for (;;) {
        // Let every program reach its next wait.
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
