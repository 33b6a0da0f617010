import type { Clock } from "../../ports/clock.ts";

/** The system clock. `sleep` resolves early, without an error, when its signal aborts. */
export function createSystemClock(): Clock {
  return {
    // eslint-disable-next-line local/no-restricted-syntax -- this is the port's implementation
    now: () => Date.now(),
    // eslint-disable-next-line local/no-restricted-syntax -- as above
    monotonic: () => Math.floor(performance.now()),
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const done = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", done);
          resolve();
        };
        const timer = setTimeout(done, milliseconds);
        signal?.addEventListener("abort", done, { once: true });
      }),
  };
}
