import type { Jobs } from "../../ports/jobs.ts";

/** Wakes the workers of this process. What there is to do they read from the trace store. */
export function createInMemoryJobs(): Jobs {
  const listeners = new Set<() => void>();
  return {
    async enqueue() {
      for (const wake of [...listeners]) wake();
    },
    async subscribe(onWake) {
      // One entry per subscription, even if the same function is given twice.
      const wake = (): void => onWake();
      listeners.add(wake);
      return async () => {
        listeners.delete(wake);
      };
    },
  };
}
