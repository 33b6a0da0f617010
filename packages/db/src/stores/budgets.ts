import { GoaltraceError } from "@goaltrace/core";
import { addAmounts, decideReservation } from "@goaltrace/core/budget";
import { type Budget, formatBudget, isEmptyBudget, parseBudget } from "@goaltrace/core/log";
import type { Amounts, BudgetStore, ReservationRequest, SharedReservation } from "@goaltrace/core/ports";
import type pg from "pg";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import { createBatch } from "../batch.ts";
import { query, transaction } from "../sql.ts";
import { BUDGET_HOLD_GRACE_MS, CALLERS_MAX_BATCH } from "../tunables.ts";

/** The budget of a workspace for a day, what is spent of it today (UTC) and what running calls have reserved. */
export type DayBudget = {
  readonly budget: Budget | null;
  readonly spent: Amounts;
  readonly held: Amounts;
  /** Milliseconds since the epoch at which the next day begins. */
  readonly nextDayAt: number;
};

/** The budgets of workspaces, for their settings as well as for the calls of runs. */
export interface WorkspaceBudgetStore extends BudgetStore {
  today(workspaceId: string): Promise<DayBudget>;
  /** Sets the budget; null removes it. */
  save(workspaceId: string, budget: Budget | null): Promise<void>;
  /** Returns the budget of each run of an agent; null for none. */
  ofAgent(workspaceId: string, agent: string): Promise<Budget | null>;
  /** Sets the budget of each run of an agent; null removes it. */
  saveForAgent(workspaceId: string, agent: string, budget: Budget | null): Promise<void>;
  /** Returns the ids of the runs that wait for a budget. */
  waiting(workspaceId: string): Promise<readonly string[]>;
}

type SettingRow = { readonly workspace_id: string; readonly key: string; readonly value: string };
/** The budget of a workspace, or of an agent in it. */
type BudgetHolder = { readonly workspaceId: string; readonly key: string };
type AccountRow = {
  readonly workspace_id: string;
  readonly next_day_at: number;
  readonly spent: Amounts;
  readonly held: Amounts;
};

const KEY = "budget";
const agentKey = (agent: string): string => `${KEY}:agent:${agent}`;
const SUMS = `json_build_object('usd', coalesce(sum(usd), 0), 'tokens', coalesce(sum(tokens), 0), 'ms', coalesce(sum(ms), 0),
  'steps', coalesce(sum(steps), 0))`;
/** A reservation counts while its lease does. The grace covers an outage, after which holders renew expired leases. */
const IS_DEAD = `not exists (select from trace t where t.id = hold.root_id and t.fence = hold.fence
  and t.lease_until > now() - $2 * interval '1 millisecond')`;
/** One statement, so that a call that settles meanwhile is either reserved or spent. */
const ACCOUNTS = `select w.id as workspace_id,
    (extract(epoch from ((now() at time zone 'utc')::date + 1)) * 1000)::float8 as next_day_at,
    (select ${SUMS} from day_spending s where s.workspace_id = w.id and s.day = (now() at time zone 'utc')::date) as spent,
    (select ${SUMS} from budget_hold hold where hold.workspace_id = w.id and not ${IS_DEAD}) as held
  from unnest($1::text[]) as w(id)`;

/** Budgets in PostgreSQL. Reservations of one workspace are decided one after the other, those of concurrent calls in one transaction. */
export function createBudgetStore(pool: pg.Pool): WorkspaceBudgetStore {
  const reserve = createBatch<ReservationRequest, SharedReservation | null>({
    most: CALLERS_MAX_BATCH,
    run: async (requests) => await reserveAll(pool, requests),
  });
  const ofHolder = createBatch<BudgetHolder, Budget | null>({
    most: CALLERS_MAX_BATCH,
    run: async (holders) => {
      const found = await readHolders(pool, holders);
      return holders.map((holder) => found.get(nameOf(holder)) ?? null);
    },
  });
  return {
    reserve,
    async today(workspaceId) {
      const [budgets, accounts] = await Promise.all([
        readBudgets(pool, [workspaceId]),
        readAccounts(pool, [workspaceId]),
      ]);
      const account = accounts.get(workspaceId);
      if (account === undefined) throw new Error(`no account of workspace ${workspaceId}`);
      const { spent, held, next_day_at: nextDayAt } = account;
      return { budget: budgets.get(workspaceId) ?? null, spent, held, nextDayAt };
    },
    save: async (workspaceId, budget) => await saveHolder(pool, { workspaceId, key: KEY }, budget),
    ofAgent: async (workspaceId, agent) => await ofHolder({ workspaceId, key: agentKey(agent) }),
    saveForAgent: async (workspaceId, agent, budget) =>
      await saveHolder(pool, { workspaceId, key: agentKey(agent) }, budget),
    async waiting(workspaceId) {
      const rows = await query<{ readonly id: string }>(
        pool,
        "select id from trace where workspace_id = $1 and status = 'waiting' and waiting_for = 'budget' order by id",
        [workspaceId],
      );
      return rows.map(({ id }) => id);
    },
  };
}

async function saveHolder(
  pool: pg.Pool,
  { workspaceId, key }: BudgetHolder,
  budget: Budget | null,
): Promise<void> {
  if (budget === null || isEmptyBudget(budget))
    await query(pool, "delete from setting where workspace_id = $1 and key = $2", [workspaceId, key]);
  else
    await query(
      pool,
      `insert into setting (workspace_id, key, value) values ($1, $2, $3)
       on conflict (workspace_id, key) do update set value = excluded.value, updated_at = now()`,
      [workspaceId, key, formatBudget(budget)],
    );
}

const nameOf = ({ workspaceId, key }: BudgetHolder): string => `${workspaceId} ${key}`;

/** Returns the budgets by `nameOf`. */
async function readHolders(
  client: pg.Pool | pg.PoolClient,
  holders: readonly BudgetHolder[],
): Promise<ReadonlyMap<string, Budget>> {
  const rows = await query<SettingRow>(
    client,
    "select workspace_id, key, value from setting where workspace_id = any($1) and key = any($2)",
    [
      [...new Set(holders.map(({ workspaceId }) => workspaceId))],
      [...new Set(holders.map(({ key }) => key))],
    ],
  );
  return new Map(
    rows.flatMap(({ workspace_id: workspaceId, key, value }) => {
      const parsed = parseBudget(value);
      return "budget" in parsed ? [[nameOf({ workspaceId, key }), parsed.budget] as const] : [];
    }),
  );
}

/** Returns the budgets of workspaces by their ids. */
async function readBudgets(
  client: pg.Pool | pg.PoolClient,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, Budget>> {
  const holders = workspaceIds.map((workspaceId) => ({ workspaceId, key: KEY }));
  const found = await readHolders(client, holders);
  return new Map(
    holders.flatMap((holder) => {
      const budget = found.get(nameOf(holder));
      return budget === undefined ? [] : [[holder.workspaceId, budget] as const];
    }),
  );
}

async function readAccounts(
  client: pg.Pool | pg.PoolClient,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, AccountRow>> {
  const rows = await query<AccountRow>(client, ACCOUNTS, [workspaceIds, BUDGET_HOLD_GRACE_MS]);
  return new Map(rows.map((row) => [row.workspace_id, row]));
}

async function reserveAll(
  pool: pg.Pool,
  requests: readonly ReservationRequest[],
): Promise<readonly (SharedReservation | null)[]> {
  const limited = await readBudgets(
    pool,
    requests.map(({ workspaceId }) => workspaceId),
  );
  if (limited.size === 0) return requests.map(() => null);
  return await transaction(pool, async (client) => {
    const ids = [...limited.keys()].sort();
    // In one order, so that transactions with several workspaces never deadlock.
    for (const id of ids)
      await query(client, "select pg_advisory_xact_lock($1, hashtext($2))", [ADVISORY_LOCKS.budget, id]);
    await query(client, `delete from budget_hold hold where workspace_id = any($1) and ${IS_DEAD}`, [
      ids,
      BUDGET_HOLD_GRACE_MS,
    ]);
    // Read again: an admin may have changed them while this waited for its turn.
    const [budgets, accounts] = [await readBudgets(client, ids), await readAccounts(client, ids)];
    const held = new Map([...accounts].map(([id, account]) => [id, account.held]));
    const granted: ReservationRequest[] = [];
    const answers = requests.map((request): SharedReservation | null => {
      const budget = budgets.get(request.workspaceId);
      const account = accounts.get(request.workspaceId);
      const reserved = held.get(request.workspaceId);
      if (budget === undefined || account === undefined || reserved === undefined) return null;
      const { spent, next_day_at: nextDayAt } = account;
      const decision = decideReservation(budget, { spent, held: reserved }, request);
      if (decision.kind === "granted") {
        granted.push(request);
        held.set(request.workspaceId, addAmounts(reserved, request.estimate));
      }
      return { decision, budget, spent, nextDayAt };
    });
    await insertHolds(client, granted);
    return answers;
  });
}

async function insertHolds(client: pg.PoolClient, granted: readonly ReservationRequest[]): Promise<void> {
  if (granted.length === 0) return;
  const records = granted.map(({ workspaceId, reservationId, traceId, rootId, fence, estimate }) => ({
    ...{
      workspace_id: workspaceId,
      reservation_id: reservationId,
      trace_id: traceId,
      root_id: rootId,
      fence,
    },
    ...{ usd: estimate.usd ?? 0, tokens: estimate.tokens, ms: estimate.ms, steps: estimate.steps },
  }));
  const inserted = await query(
    client,
    `insert into budget_hold (workspace_id, reservation_id, trace_id, root_id, fence, usd, tokens, ms, steps)
     select h.workspace_id, h.reservation_id, h.trace_id, h.root_id, h.fence, h.usd, h.tokens, h.ms, h.steps
     from json_to_recordset($1::json) as h(workspace_id text, reservation_id text, trace_id text, root_id text, fence bigint,
       usd float8, tokens bigint, ms bigint, steps int)
     join trace t on t.id = h.root_id and t.fence = h.fence
     on conflict (workspace_id, reservation_id) do update set usd = excluded.usd
     returning reservation_id`,
    [JSON.stringify(records)],
  );
  // In a batch, each request is then decided alone, and only the one without a lease fails.
  if (inserted.length < granted.length)
    throw new GoaltraceError({
      code: "LEASE_LOST",
      message: "Another worker has claimed the run.",
      fix: "No action needed: that worker goes on with it.",
    });
}
