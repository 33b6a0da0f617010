import type { Clock } from "../../ports/clock.ts";
import { ANSWER_PACE } from "../../tunables.ts";

/** Keeps a stream from being read faster than any model writes, so that one endpoint cannot occupy the process. */
export type Pace = {
  /** Notes what has arrived. Returns the milliseconds to wait before reading on; 0 while the stream keeps to the pace. */
  take(received: { readonly characters: number; readonly bytes: number }): number;
};

/**
 * Creates the pace of one stream (a token bucket): `ANSWER_PACE.burst` characters at once, then `ANSWER_PACE.perSecond`. Bytes around the
 * characters count too, at `ANSWER_PACE.bytesPerCharacter`, because reading comments and empty events takes time as well.
 */
export function createPace(clock: Pick<Clock, "monotonic">): Pace {
  const { burst, perSecond, bytesPerCharacter } = ANSWER_PACE;
  /** When the received part would have arrived at the pace, in milliseconds. */
  let due = clock.monotonic();
  return {
    take({ characters, bytes }) {
      const now = clock.monotonic();
      const cost = Math.max(characters, bytes / bytesPerCharacter);
      due = Math.max(due, now) + (cost * 1_000) / perSecond;
      return Math.max(0, due - now - (burst * 1_000) / perSecond);
    },
  };
}
