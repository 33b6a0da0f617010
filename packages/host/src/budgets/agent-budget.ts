import { GoaltraceError } from "@goaltrace/core";
import { type AgentSnapshot, type Budget, formatBudget } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import type { Runtime } from "../runtime.ts";
import { readBudget } from "./read-budget.ts";

/** An agent with the budget of each of its runs, as `formatBudget` writes it; empty for none. */
export type AgentBudget = { readonly agent: string; readonly budget: string };

type BudgetStores = Pick<Runtime, "stores" | "readAgents">;

/** Returns the budget of each run of an agent that has no budget of its own. Errors: NOT_FOUND for an unknown agent. */
export async function readAgentBudget(
  ports: BudgetStores,
  { workspaceId }: Pick<Scope, "workspaceId">,
  agent: string,
): Promise<AgentBudget> {
  await assertAgent(ports, workspaceId, agent);
  return { agent, budget: formatBudget((await ports.stores.budgets.ofAgent(workspaceId, agent)) ?? {}) };
}

/**
 * Sets the budget of each later run of an agent that has no budget of its own; an empty text removes it. Errors: NOT_FOUND for an unknown agent;
 * INVALID_INPUT for an unreadable budget.
 */
export async function setAgentBudget(
  ports: BudgetStores,
  { workspaceId }: Pick<Scope, "workspaceId">,
  { agent, text }: { readonly agent: string; readonly text: string },
): Promise<AgentBudget> {
  await assertAgent(ports, workspaceId, agent);
  const budget = readBudget(text);
  await ports.stores.budgets.saveForAgent(workspaceId, agent, budget);
  return { agent, budget: formatBudget(budget) };
}

/**
 * Returns the budget of a new run: its own or that of its conversation, in this order, otherwise that of its agent or of the one it builds on. A text that is missing or empty
 * sets none. Errors: INVALID_INPUT for an unreadable one.
 */
export async function budgetOfRun(
  { stores }: { readonly stores: Pick<Runtime["stores"], "budgets"> },
  { workspaceId }: Pick<Scope, "workspaceId">,
  {
    agent: { name, definition },
    texts,
  }: {
    readonly agent: Pick<AgentSnapshot, "name" | "definition">;
    readonly texts: readonly (string | null | undefined)[];
  },
): Promise<Budget> {
  const text = texts.find((candidate) => candidate != null && candidate.trim() !== "");
  if (text != null) return readBudget(text);
  const own = await stores.budgets.ofAgent(workspaceId, name);
  if (own !== null) return own;
  const basis = definition?.basis;
  return (basis === undefined ? null : await stores.budgets.ofAgent(workspaceId, basis)) ?? {};
}

async function assertAgent({ readAgents }: BudgetStores, workspaceId: string, name: string): Promise<void> {
  const { agents } = await readAgents({ workspaceId, projectFolder: null });
  if (agents.some((agent) => agent.name === name)) return;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: `There is no agent "${name}".`,
    fix: `Use one of: ${agents.map((agent) => agent.name).join(", ")}.`,
  });
}
