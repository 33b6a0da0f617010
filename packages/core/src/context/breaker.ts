import { BREAKER_FAILURES, BREAKER_GROWTH } from "../tunables.ts";

/**
 * A circuit breaker for summaries: consecutive failures in one log, and the log's length at the last failure. `isSlow`: one of them did not end
 * in time, so no run waits for the next ones.
 */
export type Breaker = { readonly failures: number; readonly logTokens: number; readonly isSlow: boolean };

/** The breaker without failures. */
export const CLOSED_BREAKER: Breaker = { failures: 0, logTokens: 0, isSlow: false };

/** Returns the breaker after one more unusable summary. */
export function afterFailure(
  breaker: Breaker,
  failed: { readonly logTokens: number; readonly isSlow: boolean },
): Breaker {
  const { logTokens } = failed;
  return { failures: breaker.failures + 1, logTokens, isSlow: breaker.isSlow || failed.isSlow };
}

/** Returns true unless too many consecutive summaries failed and the log has not grown enough since to try again. */
export function canRequestSummary(breaker: Breaker, logTokens: number): boolean {
  return breaker.failures < BREAKER_FAILURES || logTokens >= breaker.logTokens * BREAKER_GROWTH;
}
