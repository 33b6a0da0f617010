import { BREAKER_FAILURES, BREAKER_GROWTH } from "../tunables.ts";

/** A circuit breaker for summaries: consecutive failures in one log, and the log's length at the last failure. */
export type Breaker = { readonly failures: number; readonly logTokens: number };

/** The breaker without failures. */
export const CLOSED_BREAKER: Breaker = { failures: 0, logTokens: 0 };

/** Returns the breaker after one more unusable summary. */
export function afterFailure(breaker: Breaker, logTokens: number): Breaker {
  return { failures: breaker.failures + 1, logTokens };
}

/** Returns true unless too many consecutive summaries failed and the log has not grown enough since to try again. */
export function canRequestSummary(breaker: Breaker, logTokens: number): boolean {
  return breaker.failures < BREAKER_FAILURES || logTokens >= breaker.logTokens * BREAKER_GROWTH;
}
