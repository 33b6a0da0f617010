import { GoaltraceError } from "@goaltrace/core";
import type { CallQuota, Clock, Scope } from "@goaltrace/core/ports";
import type { CallCounts, CallGrants, QuotaStore } from "@goaltrace/db";
import { SLOT_RETRY_AFTER_S } from "../tunables.ts";
import { callCounters, createCallQuota } from "./call-quota.ts";
import { quotaExceeded, type QuotaRefusal } from "./quota-exceeded.ts";
import { effectiveLimits, QUOTA_NAMES, type QuotaLimits, type QuotaName } from "./quota-limits.ts";

/** The user of a quota: a person in a workspace, directly or through an API key. */
export type QuotaHolder = { readonly scope: Scope; readonly keyId: string | null };

/** A quota with its current use: of API keys, that of the person's busiest. */
export type QuotaUse = {
  readonly name: QuotaName;
  readonly used: number;
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
  const heldBy = (check: Check): number => taken.get(counterOf(check)) ?? 0;
  const add = (check: Check, change: 1 | -1): void => {
    const held = heldBy(check) + change;
    if (held > 0) taken.set(counterOf(check), held);
    else taken.delete(counterOf(check));
  };

  /** Starts and model calls of these holders within the current minutes: the most of each quota. */
  async function usedWithinMinute(holders: readonly QuotaHolder[]): Promise<ReadonlyMap<QuotaName, number>> {
    const counters = holders.flatMap(({ scope, keyId }) => [
      ...callCounters({ ...scope, keyId }, operator),
      ...startChecks({ scope, keyId }).map((check) => ({ name: check.name, id: counterOf(check) })),
    ]);
    const counted = await callGrants.used([...new Set(counters.map(({ id }) => id))]);
    return mostOfEach(counters.map(({ id, name }) => [name, counted.get(id) ?? 0]));
  }

  return {
    async admitRun(holder) {
      const { scope } = holder;
      // Refused starts count too: they cost as much.
      const [limits, active, counted] = await Promise.all([
        limitsOf(scope.workspaceId),
        store.activeRuns(holder),
        Promise.all(
          startChecks(holder).map(async (check) => ({
            name: check.name,
            ...(await callCounts.count(counterOf(check), MINUTE_MS)),
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
      const keys = await keysOf(scope);
      const holders = [null, ...keys.map(({ id }) => id)].map((keyId) => ({ scope, keyId }));
      const [limits, active, recent] = await Promise.all([
        limitsOf(scope.workspaceId),
        store.activeRuns({ scope, keyId: null }),
        usedWithinMinute(holders),
      ]);
      const checks = (["streams", "transfers"] as const).flatMap((slot) =>
        holders.flatMap((holder) => slotChecks(slot, holder)),
      );
      const used = new Map([
        ...recent,
        ...mostOfEach(checks.map((check) => [check.name, heldBy(check)])),
        ...([
          ["workspace.runs", active.workspace],
          ["person.runs", active.person],
          ["key.runs", active.key],
        ] as const),
      ]);
      return QUOTA_NAMES.map((name) => ({
        ...{ name, used: used.get(name) ?? 0, limit: limits[name], highest: operator[name] },
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

function counterOf({ name, holder }: Check): string {
  return `${name} ${holder}`;
}

function mostOfEach(
  uses: readonly (readonly [name: QuotaName, used: number])[],
): ReadonlyMap<QuotaName, number> {
  const most = new Map<QuotaName, number>();
  for (const [name, used] of uses) most.set(name, Math.max(most.get(name) ?? 0, used));
  return most;
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
