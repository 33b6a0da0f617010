import type { CallCounts } from "@goaltrace/db";

/** How many calls of one caller are answered within a window. */
export type CallLimit = { readonly limit: number; readonly windowMs: number };

/** Null when this call may go on, else the whole seconds after which the next may. Counts the call. */
export async function waitFor(
  callCounts: CallCounts,
  key: string,
  { limit, windowMs }: CallLimit,
): Promise<number | null> {
  const { count, resetMs } = await callCounts.count(key, windowMs);
  return count <= limit ? null : Math.max(1, Math.ceil(resetMs / 1_000));
}
