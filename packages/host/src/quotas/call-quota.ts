import type { CallQuota, CallSender, Clock, UsedUpQuota } from "@goaltrace/core/ports";
import type { CallGrants } from "@goaltrace/db";
import { CALL_QUOTA_RETRY_MS, CALLS_AHEAD_SHARE } from "../tunables.ts";
import { quotaExceeded } from "./quota-exceeded.ts";
import type { QuotaLimits } from "./quota-limits.ts";

type CallLimit = Extract<keyof QuotaLimits, `${string}.calls_per_minute`>;
/** A counter of calls: the limit and whose it is. */
type Counter = { readonly id: string; readonly name: CallLimit; readonly limit: number };
/** Calls of a sender that are counted and not sent yet. They must be sent before `validUntil`. */
type Counted = { calls: number; readonly validUntil: number };
/** The calls of a sender that this process sent since `since`, and in the minute before. */
type Sent = { since: number; calls: number; before: number };
type Refused = {
  readonly name: CallLimit;
  readonly limit: number;
  /** When to ask the database again. */
  readonly until: number;
  readonly windowEndsAt: number;
};

const MINUTE_MS = 60_000;

/**
 * The quotas of model calls for the calls of this process. They are counted in the database, some ahead while the limits are far away, so that
 * most calls of a busy sender need no statement: at most as many as it lately sent, so that short processes lose none. Calls counted ahead and not sent within their minute are lost, also when the process dies.
 */
export function createCallQuota(options: {
  readonly grants: Pick<CallGrants, "take">;
  limitsOf(workspaceId: string): Promise<QuotaLimits>;
  readonly clock: Pick<Clock, "monotonic">;
}): CallQuota {
  const { grants, limitsOf, clock } = options;
  const counted = new Map<string, Counted>();
  const sent = new Map<string, Sent>();
  const refused = new Map<string, Refused>();

  function dropExpired(): void {
    const now = clock.monotonic();
    for (const [sender, { calls, validUntil }] of counted)
      if (calls === 0 || validUntil <= now) counted.delete(sender);
    for (const [sender, { since }] of sent) if (since <= now - 2 * MINUTE_MS) sent.delete(sender);
    for (const [sender, { until }] of refused) if (until <= now) refused.delete(sender);
  }

  function sentLately(key: string): Sent {
    const now = clock.monotonic();
    const last = sent.get(key) ?? { since: now, calls: 0, before: 0 };
    const age = now - last.since;
    if (age >= MINUTE_MS)
      Object.assign(last, { since: now, calls: 0, before: age < 2 * MINUTE_MS ? last.calls : 0 });
    sent.set(key, last);
    return last;
  }

  async function countMore(sender: CallSender, key: string): Promise<void> {
    // The database answers later, and what it says about the rest of a window holds from then on.
    const askedAt = clock.monotonic();
    const counters = callCounters(sender, await limitsOf(sender.workspaceId));
    const share = Math.floor(Math.min(...counters.map(({ limit }) => limit)) * CALLS_AHEAD_SHARE);
    const { calls: sentNow, before } = sentLately(key);
    const ahead = Math.min(share, sentNow + before);
    const { calls, validMs, full } = await grants.take({ counters, ahead });
    dropExpired();
    const held = counted.get(key);
    if (calls > 0)
      counted.set(key, {
        calls: calls + (held?.calls ?? 0),
        validUntil: Math.min(askedAt + validMs, held?.validUntil ?? Infinity),
      });
    const counter = counters.find(({ id }) => id === full);
    if (counter === undefined) return;
    const { name, limit } = counter;
    const now = clock.monotonic();
    refused.set(key, {
      ...{ name, limit, until: now + Math.min(validMs, CALL_QUOTA_RETRY_MS), windowEndsAt: now + validMs },
    });
  }

  return {
    async count(sender) {
      const key = senderKey(sender);
      for (;;) {
        const now = clock.monotonic();
        const held = counted.get(key);
        if (held !== undefined && held.calls > 0 && now < held.validUntil) {
          held.calls -= 1;
          sentLately(key).calls += 1;
          return null;
        }
        const refusal = refused.get(key);
        if (refusal !== undefined && now < refusal.until) return usedUp(refusal, now);
        await countMore(sender, key);
      }
    },
  };
}

/** The counters of a sender's calls, the narrowest first: it is the one that a refusal names. */
export function callCounters(
  { workspaceId, personId, keyId }: CallSender,
  limits: QuotaLimits,
): readonly Counter[] {
  const counter = (name: CallLimit, holder: string): Counter => ({
    ...{ id: `${name} ${holder}`, name, limit: limits[name] },
  });
  return [
    ...(keyId === null ? [] : [counter("key.calls_per_minute", keyId)]),
    counter("person.calls_per_minute", `${workspaceId} ${personId}`),
    counter("workspace.calls_per_minute", workspaceId),
  ];
}

function senderKey({ workspaceId, personId, keyId }: CallSender): string {
  return `${workspaceId} ${personId} ${keyId ?? ""}`;
}

function usedUp({ name, limit, until, windowEndsAt }: Refused, now: number): UsedUpQuota {
  const retryAfterSeconds = Math.max(1, Math.ceil((windowEndsAt - now) / 1_000));
  const failure = quotaExceeded({ name, used: limit, limit, retryAfterSeconds });
  return { name, limit, retryAfterMs: until - now, failure };
}
