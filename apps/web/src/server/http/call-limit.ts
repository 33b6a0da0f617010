import type { CallCounts } from "@goaltrace/db";

/** The number of calls that one caller may make within a window. */
export type CallLimit = { readonly limit: number; readonly windowMs: number };

/** Counts a call. Returns null when it is within the limit, otherwise the whole seconds until the next call is allowed. */
export async function secondsUntilAllowed(
  callCounts: CallCounts,
  key: string,
  { limit, windowMs }: CallLimit,
): Promise<number | null> {
  const { count, resetMs } = await callCounts.count(key, windowMs);
  return count <= limit ? null : Math.max(1, Math.ceil(resetMs / 1_000));
}
