import { formatBudget } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import type { Amounts } from "@goaltrace/core/ports";
import { nodeHash } from "@goaltrace/tools";
import { signalId } from "@goaltrace/core/signals";
import type { Runtime } from "../runtime.ts";
import { readBudget } from "./read-budget.ts";

/** The budget of a workspace for a day (UTC), with what is spent of it today and what running calls have reserved. */
export type WorkspaceBudget = {
  /** As `formatBudget` writes it; empty without a budget. */
  readonly budget: string;
  readonly spent: Amounts;
  readonly held: Amounts;
  /** Milliseconds since the epoch at which the next day begins. */
  readonly nextDayAt: number;
};

type BudgetPorts = Pick<Runtime, "stores" | "ids" | "clock">;

/** Returns the budget of the workspace. */
export async function readWorkspaceBudget(
  { stores }: Pick<Runtime, "stores">,
  { workspaceId }: Pick<Scope, "workspaceId">,
): Promise<WorkspaceBudget> {
  const { budget, ...today } = await stores.budgets.today(workspaceId);
  return { ...today, budget: budget === null ? "" : formatBudget(budget) };
}

/**
 * Sets the budget of the workspace for a day; an empty text removes it. Runs that wait for a budget ask it again. Errors: INVALID_INPUT for an
 * unreadable budget.
 */
export async function setWorkspaceBudget(
  ports: BudgetPorts,
  scope: Scope,
  text: string,
): Promise<WorkspaceBudget> {
  const budget = readBudget(text);
  await ports.stores.budgets.save(scope.workspaceId, budget);
  for (const traceId of await ports.stores.budgets.waiting(scope.workspaceId)) {
    const body = { kind: "resume", payload: {} } as const;
    const id = signalId(traceId, body, { ids: ports.ids, hash: nodeHash });
    // Runs of private conversations wait too, so this is not a signal that the admin sends as a person who sees the run.
    await ports.stores.signals.insert(scope, { ...body, id, traceId, personId: null, at: ports.clock.now() });
  }
  return await readWorkspaceBudget(ports, scope);
}
