import type { Clock } from "@goaltrace/core/ports";
import { createSystemClock } from "@goaltrace/core/system";

/** A clock that starts at `startsAt` (milliseconds since the epoch) and runs `speed` times as fast as the machine's. */
export function createStoryClock(startsAt: number, speed: number): Clock {
  const system = createSystemClock();
  const begun = system.monotonic();
  const elapsed = (): number => Math.round((system.monotonic() - begun) * speed);
  return {
    now: () => startsAt + elapsed(),
    monotonic: elapsed,
    sleep: async (milliseconds, signal) => await system.sleep(milliseconds / speed, signal),
  };
}
