import { HOLD_OUT_ONE_IN } from "./tunables.ts";

/**
 * Decides by a hash (hexadecimal) whether a conversation gets no experiences. The decision is the same for all its runs, because a run reads what the
 * one before it had in its context.
 */
export function isHeldOut(hash: string): boolean {
  return Number.parseInt(hash.slice(0, 8), 16) % HOLD_OUT_ONE_IN === 0;
}
