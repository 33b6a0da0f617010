/** Runs a task at intervals while it is requested. */
export type Pacer = {
  /** Starts the task after the interval, or after the previous run ends, whichever is later. */
  request(): void;
  /** Runs the task one last time immediately; resolves when it ends. */
  close(): Promise<void>;
};

/** Creates a pacer with an interval in milliseconds. Failures of the task are ignored: it is best effort. */
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
