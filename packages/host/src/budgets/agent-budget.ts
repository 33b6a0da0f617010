import { GoaltraceError } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import { type Budget, formatBudget } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import type { Runtime } from "../open-runtime.ts";
import { readBudget } from "./read-budget.ts";

/** The agents that people start runs of. */
export const STARTED_AGENTS: readonly string[] = [generalAgent.name];

/** An agent with the budget of each of its runs, as `formatBudget` writes it; empty for none. */
export type AgentBudget = { readonly agent: string; readonly budget: string };

type BudgetStores = Pick<Runtime, "stores">;

/** Returns the budget of each run of an agent that has no budget of its own. Errors: NOT_FOUND for an unknown agent. */
export async function readAgentBudget(
  { stores }: BudgetStores,
  { workspaceId }: Pick<Scope, "workspaceId">,
  agent: string,
): Promise<AgentBudget> {
  assertAgent(agent);
  return { agent, budget: formatBudget((await stores.budgets.ofAgent(workspaceId, agent)) ?? {}) };
}

/**
 * Sets the budget of each later run of an agent that has no budget of its own; an empty text removes it. Errors: NOT_FOUND for an unknown agent;
 * INVALID_INPUT for an unreadable budget.
 */
export async function setAgentBudget(
  { stores }: BudgetStores,
  { workspaceId }: Pick<Scope, "workspaceId">,
  { agent, text }: { readonly agent: string; readonly text: string },
): Promise<AgentBudget> {
  assertAgent(agent);
  const budget = readBudget(text);
  await stores.budgets.saveForAgent(workspaceId, agent, budget);
  return { agent, budget: formatBudget(budget) };
}

/**
 * Returns the budget of a new run: its own or that of its conversation, in this order, otherwise its agent's. A text that is missing or empty
 * sets none. Errors: INVALID_INPUT for an unreadable one.
 */
export async function budgetOfRun(
  { stores }: { readonly stores: Pick<Runtime["stores"], "budgets"> },
  { workspaceId }: Pick<Scope, "workspaceId">,
  { agent, texts }: { readonly agent: string; readonly texts: readonly (string | null | undefined)[] },
): Promise<Budget> {
  const text = texts.find((candidate) => candidate != null && candidate.trim() !== "");
  if (text != null) return readBudget(text);
  return (await stores.budgets.ofAgent(workspaceId, agent)) ?? {};
}

function assertAgent(agent: string): void {
  if (STARTED_AGENTS.includes(agent)) return;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: `There is no agent "${agent}" that people start.`,
    fix: `Use one of: ${STARTED_AGENTS.join(", ")}.`,
  });
}
