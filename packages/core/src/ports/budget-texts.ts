import type { Failure } from "../errors.ts";
import { type BudgetLevel, type BudgetUnit, formatAmount } from "../log/budget.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import type { ReachedBudget } from "./budget-store.ts";

/** The question that a person reads, with the answers offered. */
export type BudgetQuestionText = { readonly text: string; readonly choices: readonly string[] };

/** Returns the failure of a run that a budget ended. */
export function budgetFailure({
  level,
  unit,
  used,
  allowed,
}: ReachedBudget & { readonly level: BudgetLevel }): Failure {
  return {
    code: "LIMIT_REACHED",
    message: `Stopped at the ${nameOf(level)} of ${formatAmount(unit, allowed)} (${spentText(unit, used)} used).`,
    fix:
      level === "workspace"
        ? "Wait for the next day (UTC), or let an admin raise the budget on the Usage page, then send a message to continue from here."
        : "Send a message with a larger budget to continue from here.",
  };
}

/** Returns the failure of a run whose budget is in money while the price of its model is unknown. */
export function unpricedFailure(level: BudgetLevel, allowed: number): Failure {
  return {
    code: "LIMIT_REACHED",
    message: `The price of the model is unknown, so the ${nameOf(level)} of ${formatAmount("usd", allowed)} cannot be kept.`,
    fix: "Set the model's price under Settings, Models, or give the budget in tokens.",
  };
}

/** Returns the question about a budget. `unread` is an earlier answer that was not understood. */
export function questionText(
  about: NonNullable<RunEventPayloads["question.asked"]["budget"]>,
  unread: string | null,
): BudgetQuestionText {
  const { level, unit, used, allowed, reason } = about;
  const again = unread === null ? "" : `"${unread}" is no answer that can be used here. `;
  const amount = formatAmount(unit, allowed);
  if (reason === "unpriced")
    return {
      text: `${again}The price of the model is unknown, so the ${nameOf(level)} of ${amount} cannot be kept. Continue without counting the cost, or stop?`,
      choices: ["continue", "stop"],
    };
  const reached = `${again}The ${nameOf(level)} of ${amount} is used up (${spentText(unit, used)}).`;
  if (level === "workspace")
    return {
      text: `${reached} The run continues when an admin raises the budget on the Usage page, or on the next day (UTC). Stop it now?`,
      choices: ["continue", "stop"],
    };
  return {
    text: `${reached} Raise it, or stop here with a summary?`,
    choices: [`raise to ${formatAmount(unit, roundUp(unit, Math.max(used, allowed) * 2))}`, "stop"],
  };
}

function nameOf(level: BudgetLevel): string {
  switch (level) {
    case "workspace":
      return "workspace's budget for today";
    case "trace":
      return "budget";
    case "child":
      return "budget that it shares with the runs above it";
  }
}

/** Rounds to what a budget can hold: whole units, and hundredths of a cent. */
function roundUp(unit: BudgetUnit, value: number): number {
  return unit === "usd" ? Math.ceil(value * 1e4) / 1e4 : Math.ceil(value);
}

/** Rounds to what people read. */
function spentText(unit: BudgetUnit, used: number): string {
  return formatAmount(unit, unit === "usd" ? Math.round(used * 1e4) / 1e4 : Math.round(used));
}
