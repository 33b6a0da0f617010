import { ANSWER_RESERVE_TOKENS } from "../tunables.ts";

/** Tokens of a window that a request may take: the answer needs room too. */
export function usableTokens(window: number): number {
  return Math.max(0, Math.floor(window - Math.min(ANSWER_RESERVE_TOKENS, window / 4)));
}
