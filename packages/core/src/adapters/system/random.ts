import type { Random } from "../../ports/clock.ts";

/** The engine's random numbers: suitable for jitter, not for secrets. */
export function createSystemRandom(): Random {
  return {
    // eslint-disable-next-line local/no-restricted-syntax -- this is the port's implementation
    next: () => Math.random(),
  };
}
