/** The places in which the runs below one root execute. A run that only waits for others leaves its place. */
export type ChildSlots = {
  /** Takes a place, in the order of the calls; waits for one if all are taken. An aborted `signal` ends the wait: the child ends at once. */
  take(signal: AbortSignal): Promise<void>;
  free(): void;
};

/** Creates `count` places. */
export function createChildSlots(count: number): ChildSlots {
  let taken = 0;
  const waiting = new Set<() => void>();
  return {
    take: async (signal) => {
      taken += 1;
      if (taken <= count || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const enter = (): void => {
          waiting.delete(enter);
          signal.removeEventListener("abort", enter);
          resolve();
        };
        waiting.add(enter);
        signal.addEventListener("abort", enter, { once: true });
      });
    },
    free: () => {
      taken -= 1;
      const [next] = waiting;
      next?.();
    },
  };
}
