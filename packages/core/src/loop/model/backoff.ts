import { INITIAL_BACKOFF_MS, MAX_BACKOFF_MS } from "../../tunables.ts";

/**
 * Returns the delay in milliseconds after attempt number `attempt` (1-based): doubling, capped, with jitter from `random` in [0, 1) so that
 * runs do not retry simultaneously.
 */
export function backoffMs(attempt: number, random: number): number {
  const full = Math.min(MAX_BACKOFF_MS, INITIAL_BACKOFF_MS * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + random / 2));
}
