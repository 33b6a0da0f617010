import { GoaltraceError } from "@goaltrace/core";
import { type Budget, BUDGET_EXAMPLE, parseBudget } from "@goaltrace/core/log";

/** Reads a budget as people write it; an empty text means no limit. Errors: INVALID_INPUT, naming the amount. */
export function readBudget(text: string): Budget {
  if (text.trim() === "") return {};
  const parsed = parseBudget(text);
  if ("budget" in parsed) return parsed.budget;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `This budget cannot be used: ${parsed.problem}.`,
    fix: `Example: ${BUDGET_EXAMPLE}`,
  });
}
