import { z } from "zod";
import { closeGoal, type GoalEnd } from "../../goals/close-goal.ts";
import type { EntryDraft } from "../../log/entry.ts";
import type { RunState } from "../../loop/run-state.ts";
import type { StrategyAction } from "../../loop/strategy.ts";
import { checkPrompt } from "../../prompts/generated/check.ts";
import { planPrompt } from "../../prompts/generated/plan.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { readJsonAnswer } from "../../read-json-answer.ts";
import { MAX_COMPLETION_CHECKS } from "../tunables.ts";
import { goalsChanged } from "./make-plan.ts";
import type { PlanPosition } from "./plan-steps.ts";

const checkSchema = z.strictObject({
  done: z.boolean(),
  missing: z.array(z.string().trim().min(1).max(500)).max(10),
});

/**
 * Closes a step that is said to be done. One with criteria is checked first by a helper call, at most three times: what is missing goes back to
 * the model. A verdict that cannot be read counts as not done. After the last check the step is closed, but as unverified.
 */
export function closeStep(
  state: Readonly<RunState>,
  position: PlanPosition,
  end: GoalEnd,
): StrategyAction | { readonly kind: "continue"; readonly missing: string } {
  const { goal } = position;
  const close = (verified: boolean | null): StrategyAction => ({
    kind: "record",
    entries: () => [goalsChanged(state, closeGoal(state.goals, goal.id, { ...end, verified }))],
  });
  if (end.status !== "completed" || goal.acceptance.length === 0) return close(null);
  const check = state.planning.checks.get(goal.id);
  const isOfThisClaim = check !== undefined && check.sequence > (state.lastAssistant?.sequence ?? 0);
  if (check === undefined || !isOfThisClaim) return askForCheck(position, end, (check?.round ?? 0) + 1);
  if (check.verdict === "verified") return close(true);
  return check.round >= MAX_COMPLETION_CHECKS
    ? close(false)
    : { kind: "continue", missing: fillPrompt(planPrompt.missing, { missing: check.missing.join("; ") }) };
}

function askForCheck({ goal }: PlanPosition, { evidence = [] }: GoalEnd, round: number): StrategyAction {
  const checked = (callId: string | null, missing: readonly string[]): EntryDraft => ({
    ...{ kind: "event", type: "claim.checked", goalId: goal.id },
    data: {
      ...{ goalId: goal.id, by: "model", callId, round, evidence: [...evidence], missing: [...missing] },
      verdict: missing.length === 0 ? "verified" : "not_done",
    },
  });
  return {
    ...{ kind: "ask", purpose: "check" },
    question: fillPrompt(checkPrompt.ask, { title: goal.title, criteria: goal.acceptance.join("; ") }),
    read: (answer, { callId }) => {
      const read = readJsonAnswer(answer, checkSchema);
      if (!read.ok) return read;
      const { done, missing } = read.value;
      return {
        ok: true,
        entries: [checked(callId, done ? [] : missing.length === 0 ? [goal.title] : missing)],
      };
    },
    without: (problem, { callId }) => [checked(callId, [problem])],
  };
}
