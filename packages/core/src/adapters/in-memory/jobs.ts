import type { Jobs } from "../../ports/jobs.ts";

export type InMemoryJobs = Jobs & {
  /** Wakes all workers. */
  wake(): void;
};

/** Wakes the workers of this process, which read their work from the trace store. */
export function createInMemoryJobs(): InMemoryJobs {
  const listeners = new Set<() => void>();
  const wake = (): void => {
    for (const listener of [...listeners]) listener();
  };
  return {
    wake,
    enqueue: async () => wake(),
    async subscribe(onWake) {
      // One entry per subscription, even if the same function is passed twice.
      const listener = (): void => onWake();
      listeners.add(listener);
      return async () => {
        listeners.delete(listener);
      };
    },
  };
}
