/** Runs one piece of work at intervals while it is requested. */
export type Pacer = {
  /** The work starts after the interval, or after the run before it has ended, whichever is later. */
  request(): void;
  /** Runs the work a last time at once; resolves when it has ended. */
  close(): Promise<void>;
};

/** Creates a pacer; `intervalMs` in milliseconds. Failures of the work are ignored: what it does is best effort. */
export function createPacer(intervalMs: number, work: () => Promise<void>): Pacer {
  let timer: NodeJS.Timeout | undefined;
  let isWaiting = false;
  let running: Promise<void> = Promise.resolve();

  function start(): void {
    timer = undefined;
    running = running
      .then(async () => {
        isWaiting = false;
        await work();
      })
      .catch(() => undefined);
  }

  return {
    request() {
      if (isWaiting) return;
      isWaiting = true;
      timer = setTimeout(start, intervalMs);
    },
    async close() {
      clearTimeout(timer);
      start();
      await running;
    },
  };
}
