import type { RunContext } from "../run-context.ts";

/** Returns the time at which a request to people made now would expire, in milliseconds since the epoch; null for never. */
export function requestExpiry(
  { approvals }: Pick<RunContext["environment"], "approvals">,
  { clock }: Pick<RunContext["ports"], "clock">,
): number | null {
  const lifetimeMs = approvals?.lifetimeMs ?? null;
  return lifetimeMs === null ? null : clock.now() + lifetimeMs;
}
