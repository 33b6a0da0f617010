import { BREAKER_FAILURES, BREAKER_GROWTH } from "../tunables.ts";

/** Summaries of one log that failed in a row, and how long the log was at the last of them. */
export type Breaker = { readonly failures: number; readonly logTokens: number };

/** No failure so far. */
export const CLOSED: Breaker = { failures: 0, logTokens: 0 };

/** One more failed, empty or not smaller summary. */
export function afterFailure(breaker: Breaker, logTokens: number): Breaker {
  return { failures: breaker.failures + 1, logTokens };
}

/** True when a model may be asked for a summary: fewer than three failures in a row, or a log that grew by a quarter since the last. */
export function canRequestSummary(breaker: Breaker, logTokens: number): boolean {
  return breaker.failures < BREAKER_FAILURES || logTokens >= breaker.logTokens * BREAKER_GROWTH;
}
