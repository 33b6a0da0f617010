import { CallSuspended } from "../../ports/child-agents.ts";

/**
 * The calls of one step and the sub-agents they started. It knows when nothing of the step can continue: then every wait for a sub-agent is
 * suspended, so that the run itself can wait without a worker.
 */
export type CallBatch = {
  /** Marks one more piece of work as running; returns the function that marks its end. */
  begin(): () => void;
  /**
   * Waits for `until` without counting as running, and counts as running from the moment it resolves; returns the function that marks the
   * end of that. Rejects with `CallSuspended` once nothing else of the step is running.
   */
  idle(until: Promise<void>): Promise<() => void>;
};

/** Creates the batch of one step. */
export function createCallBatch(): CallBatch {
  let running = 0;
  const waiting = new Set<() => void>();
  const suspendIfIdle = (): void => {
    if (running > 0) return;
    const suspended = [...waiting];
    waiting.clear();
    for (const suspend of suspended) suspend();
  };
  const begin = (): (() => void) => {
    running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      suspendIfIdle();
    };
  };
  return {
    begin,
    idle: async (until) => {
      return await new Promise((resolve, reject) => {
        const suspend = (): void => reject(new CallSuspended());
        waiting.add(suspend);
        until.then(() => {
          // A suspended wait is over; its child continues when the call is repeated.
          if (waiting.delete(suspend)) resolve(begin());
        }, reject);
        suspendIfIdle();
      });
    },
  };
}
