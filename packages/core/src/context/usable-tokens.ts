import { ANSWER_RESERVE_SHARE, ANSWER_RESERVE_TOKENS } from "../tunables.ts";

/** Returns the tokens of a window that a request may use; the rest is reserved for the answer. */
export function usableTokens(window: number): number {
  return Math.max(0, Math.floor(window - Math.min(ANSWER_RESERVE_TOKENS, window * ANSWER_RESERVE_SHARE)));
}
