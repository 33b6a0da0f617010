import { HOLD_OUT_ONE_IN } from "./tunables.ts";

/**
 * Decides by a hash (hexadecimal) whether a conversation gets no experiences. All its runs are decided alike, because a run reads what the one
 * before it had in its context.
 */
export function isHeldOut(hash: string): boolean {
  return Number.parseInt(hash.slice(0, 8), 16) % HOLD_OUT_ONE_IN === 0;
}
