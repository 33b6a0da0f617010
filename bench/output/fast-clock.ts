import { createSystemClock } from "@goaltrace/core/system";
import type { Clock } from "@goaltrace/core/ports";

/** Returns a clock that starts `agoMs` before now and goes `factor` times as fast as the system's. */
export function createFastClock(factor: number, agoMs: number): Clock {
  const system = createSystemClock();
  const [startedAt, since] = [system.now(), performance.now()];
  const passed = (): number => (performance.now() - since) * factor;
  return {
    now: () => Math.floor(startedAt - agoMs + passed()),
    monotonic: () => Math.floor(passed()),
    sleep: async (milliseconds, signal) => await system.sleep(milliseconds / factor, signal),
  };
}
