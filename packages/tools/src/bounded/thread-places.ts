/** Places for work that may occupy a processor. */
export type ThreadPlaces = {
  /**
   * Waits for a place and returns the function that gives it back. Owners take turns, however many requests each has waiting; requests of one owner
   * keep their order. Returns null when `signal` aborts first.
   */
  take(owner: string, signal: AbortSignal): Promise<(() => void) | null>;
};

type Waiter = { readonly enter: () => void };

/** Creates `count` places. */
export function createThreadPlaces(count: number): ThreadPlaces {
  let free = count;
  /** The waiters of each owner; the owner whose turn it is comes first. */
  const lines = new Map<string, Waiter[]>();

  function serve(): void {
    while (free > 0) {
      const [turn] = lines;
      if (turn === undefined) return;
      const [owner, line] = turn;
      const next = line.shift();
      // The owner goes to the end of the line, or leaves it when it has nothing waiting.
      lines.delete(owner);
      if (line.length > 0) lines.set(owner, line);
      if (next === undefined) continue;
      free -= 1;
      next.enter();
    }
  }

  function givingBack(): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      free += 1;
      serve();
    };
  }

  return {
    take: async (owner, signal) =>
      await new Promise((resolve) => {
        if (signal.aborted) {
          resolve(null);
          return;
        }
        const line = lines.get(owner) ?? [];
        const waiter: Waiter = {
          enter: () => {
            signal.removeEventListener("abort", leave);
            resolve(givingBack());
          },
        };
        const leave = (): void => {
          line.splice(line.indexOf(waiter), 1);
          resolve(null);
        };
        signal.addEventListener("abort", leave, { once: true });
        line.push(waiter);
        lines.set(owner, line);
        serve();
      }),
  };
}
