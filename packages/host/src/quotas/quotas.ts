import { GoaltraceError } from "@goaltrace/core";
import type { CallQuota, Clock, Scope } from "@goaltrace/core/ports";
import type { CallCounts, CallGrants, QuotaStore } from "@goaltrace/db";
import { SLOT_RETRY_AFTER_S } from "../tunables.ts";
import { callCounters, createCallQuota } from "./call-quota.ts";
import { quotaExceeded, type QuotaRefusal } from "./quota-exceeded.ts";
import { effectiveLimits, QUOTA_NAMES, type QuotaLimits, type QuotaName } from "./quota-limits.ts";

/** The user of a quota: a person in a workspace, directly or through an API key. */
export type QuotaHolder = { readonly scope: Scope; readonly keyId: string | null };

/** A quota with its current use; null where only the moment of a refusal knows it. */
export type QuotaUse = {
  readonly name: QuotaName;
  readonly used: number | null;
  readonly limit: number;
  /** The operator's limit, which a workspace can only lower. */
  readonly highest: number;
};

/** Uses that last: streams, and imports and exports (transfers). Counted per process. */
export type Slot = "streams" | "transfers";

export type Quotas = {
  /**
   * Counts the start of a run. Runs that start at the same moment on several servers may exceed the limit of active runs by a few. Errors:
   * QUOTA_EXCEEDED.
   */
  admitRun(holder: QuotaHolder): Promise<void>;
  /** Takes a slot and returns the function that gives it back. Errors: QUOTA_EXCEEDED. */
  take(slot: Slot, holder: QuotaHolder): Promise<() => void>;
  /** The quotas of model calls. */
  readonly calls: CallQuota;
  /** The quotas of a workspace and person, for their settings. */
  usage(scope: Scope): Promise<readonly QuotaUse[]>;
  /** Lowers limits of a workspace; an omitted one is the operator's. Errors: INVALID_INPUT above the operator's limit. */
  saveLimits(workspaceId: string, limits: Readonly<Partial<Record<QuotaName, number>>>): Promise<void>;
};

type Check = { readonly name: QuotaName; readonly holder: string };

const MINUTE_MS = 60_000;

/** The quotas of a process. Starts are counted in the database, so that several web processes share their limits. */
export function createQuotas(options: {
  readonly store: QuotaStore;
  readonly callCounts: CallCounts;
  readonly callGrants: CallGrants;
  /** The keys of a person in a workspace. */
  keysOf(scope: Scope): Promise<readonly { readonly id: string }[]>;
  readonly clock: Pick<Clock, "monotonic">;
  readonly operator: QuotaLimits;
}): Quotas {
  const { store, callCounts, callGrants, keysOf, clock, operator } = options;
  const taken = new Map<string, number>();
  const limitsOf = async (workspaceId: string): Promise<QuotaLimits> =>
    effectiveLimits(operator, await store.limits(workspaceId));
  const heldBy = ({ name, holder }: Check): number => taken.get(`${name} ${holder}`) ?? 0;
  const add = ({ name, holder }: Check, change: 1 | -1): void => {
    const held = heldBy({ name, holder }) + change;
    if (held > 0) taken.set(`${name} ${holder}`, held);
    else taken.delete(`${name} ${holder}`);
  };

  /** Model calls within the current minutes: of the workspace, of the person, and the most of one key of the person. */
  async function sentCalls(scope: Scope): Promise<ReadonlyMap<QuotaName, number>> {
    const keys = await keysOf(scope);
    const senders = [null, ...keys.map(({ id }) => id)].map((keyId) => ({ ...scope, keyId }));
    const counters = senders.flatMap((sender) => callCounters(sender, operator));
    const used = await callGrants.used([...new Set(counters.map(({ id }) => id))]);
    const sent = new Map<QuotaName, number>([["key.calls_per_minute", 0]]);
    for (const { id, name } of counters) sent.set(name, Math.max(sent.get(name) ?? 0, used.get(id) ?? 0));
    return sent;
  }

  return {
    async admitRun(holder) {
      const { scope } = holder;
      // Refused starts count too: they cost as much.
      const [limits, active, counted] = await Promise.all([
        limitsOf(scope.workspaceId),
        store.activeRuns(holder),
        Promise.all(
          startChecks(holder).map(async ({ name, holder: id }) => ({
            name,
            ...(await callCounts.count(`${name} ${id}`, MINUTE_MS)),
          })),
        ),
      ]);
      for (const [name, used] of [
        ["workspace.runs", active.workspace],
        ["person.runs", active.person],
        ...(holder.keyId === null ? [] : [["key.runs", active.key] as const]),
      ] as const)
        if (used >= limits[name])
          throw refusal({ name, used, limit: limits[name], retryAfterSeconds: SLOT_RETRY_AFTER_S });
      for (const { name, count, resetMs } of counted)
        if (count > limits[name])
          throw refusal({
            ...{ name, used: limits[name], limit: limits[name] },
            retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1_000)),
          });
    },

    async take(slot, holder) {
      const limits = await limitsOf(holder.scope.workspaceId);
      const checks = slotChecks(slot, holder);
      for (const check of checks) {
        const used = heldBy(check);
        const limit = limits[check.name];
        if (used >= limit)
          throw refusal({ name: check.name, used, limit, retryAfterSeconds: SLOT_RETRY_AFTER_S });
      }
      for (const check of checks) add(check, 1);
      let isHeld = true;
      return () => {
        if (isHeld) for (const check of checks) add(check, -1);
        isHeld = false;
      };
    },

    calls: createCallQuota({ grants: callGrants, limitsOf, clock }),

    async usage(scope) {
      const [limits, active, calls] = await Promise.all([
        limitsOf(scope.workspaceId),
        store.activeRuns({ scope, keyId: null }),
        sentCalls(scope),
      ]);
      const held = new Map(
        (["streams", "transfers"] as const)
          .flatMap((slot) => slotChecks(slot, { scope, keyId: null }))
          .map((check) => [check.name, heldBy(check)]),
      );
      for (const [name, sent] of calls) held.set(name, sent);
      held
        .set("workspace.runs", active.workspace)
        .set("person.runs", active.person)
        .set("key.runs", active.key);
      return QUOTA_NAMES.map((name) => ({
        ...{ name, used: held.get(name) ?? null, limit: limits[name], highest: operator[name] },
      }));
    },

    async saveLimits(workspaceId, limits) {
      for (const name of QUOTA_NAMES) {
        const limit = limits[name];
        if (limit !== undefined && (!Number.isInteger(limit) || limit < 1 || limit > operator[name]))
          throw new GoaltraceError({
            code: "INVALID_INPUT",
            message: `${limit} is not a limit for ${name}.`,
            fix: `Use a whole number from 1 to ${operator[name]}, the operator's limit.`,
          });
      }
      await store.saveLimits(workspaceId, limits);
    },
  };
}

function startChecks({ scope, keyId }: QuotaHolder): readonly Check[] {
  return [
    { name: "workspace.runs_per_minute", holder: scope.workspaceId },
    { name: "person.runs_per_minute", holder: `${scope.workspaceId} ${scope.personId}` },
    ...(keyId === null ? [] : [{ name: "key.runs_per_minute", holder: keyId } as const]),
  ];
}

function slotChecks(slot: Slot, { scope, keyId }: QuotaHolder): readonly Check[] {
  return [
    { name: `workspace.${slot}`, holder: scope.workspaceId },
    { name: `person.${slot}`, holder: `${scope.workspaceId} ${scope.personId}` },
    ...(keyId === null ? [] : [{ name: `key.${slot}`, holder: keyId } as const]),
  ];
}

function refusal(refused: QuotaRefusal): GoaltraceError {
  return new GoaltraceError(quotaExceeded(refused), { retryAfterSeconds: refused.retryAfterSeconds });
}
