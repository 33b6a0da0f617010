import { countOf, BUDGET_EXAMPLE } from "@goaltrace/core/log";
import { readAgentBudget, readWorkspaceBudget } from "@goaltrace/host";
import type { ChatCommand } from "../chat-command.ts";
import { type ChatSession, costOf } from "../chat-session.ts";
import { formatCost } from "../format-amounts.ts";

/** Removes the budget. */
const NONE = new Set(["none", "off", "remove"]);

/** `/budget`, `/budget 0.50usd,10m`, `/budget none`: shows and changes the most that each run of the conversation may use. */
export const budgetCommand: ChatCommand = {
  name: "budget",
  argument: `[${BUDGET_EXAMPLE} | none]`,
  description: "show or set the most that each run may use",
  worksDuringRuns: true,
  run: async (session, terminal, argument) => {
    if (argument !== "") {
      const budget = await session.setBudget(NONE.has(argument.toLowerCase()) ? "" : argument);
      terminal.print(budget === "" ? "  Each run: no budget." : `  Each run: ${budget}.`, "quiet");
      return "continue";
    }
    const runs = await session.runs();
    terminal.print(`  Each run: ${await budgetInForce(session)}.`);
    terminal.print(`  This conversation: ${formatCost(costOf(runs))} in ${countOf(runs.length, "run")}.`);
    const day = await readWorkspaceBudget(session.runtime, session.scope);
    const spent = `${formatCost(day.spent.usd)} spent`;
    terminal.print(
      `  The workspace today: ${spent}${day.budget === "" ? ", no budget" : ` of ${day.budget}`}.`,
    );
    return "continue";
  },
};

/** Without a budget of its own, a run has that of its agent. */
async function budgetInForce({ runtime, scope, budget, agent }: ChatSession): Promise<string> {
  if (budget() !== "") return budget();
  const ofAgent = await readAgentBudget(runtime, scope, agent());
  return ofAgent.budget === "" ? "no budget" : `${ofAgent.budget}, as the agent ${ofAgent.agent}`;
}
