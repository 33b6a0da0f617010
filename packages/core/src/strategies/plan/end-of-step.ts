import { type GoalEnd, isWithin } from "../../goals/close-goal.ts";
import type { RunState } from "../../loop/run-state.ts";
import { planPrompt } from "../../prompts/generated/plan.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { repeatedItself } from "../continue-run.ts";
import {
  MAX_MISSING_TOOL_CALLS,
  MAX_STEP_LESSONS,
  MAX_STEP_TURNS,
  STEP_RESULT_CHARACTERS,
} from "../tunables.ts";
import type { PlanPosition } from "./plan-steps.ts";

const FAILED = /^\W{0,4}FAILED\W{0,4}:?\s*/u;

/** Returns how the step in focus has ended; null while it continues. The words of the model count first, then the observations of the runtime. */
export function endOfStep(state: Readonly<RunState>, position: PlanPosition): GoalEnd | null {
  const { planning, lastAssistant: last } = state;
  const said = last !== null && last.sequence > planning.focus.since && last.toolCalls.length === 0;
  if (said && !repeatedItself(state) && last.finishReason !== "content_filter") {
    const text = last.text.trim();
    const isFailed = FAILED.test(text);
    const result = (isFailed ? text.replace(FAILED, "") : text).slice(0, STEP_RESULT_CHARACTERS);
    return isFailed
      ? { status: "failed", text: result }
      : { status: "completed", text: result, evidence: resultsSince(state, planning.focus.since) };
  }
  const reason = needsReplan(state, position);
  return reason === null ? null : { status: "failed", text: reason };
}

/** Returns why the step cannot continue; null if it can. */
function needsReplan(state: Readonly<RunState>, { goal }: PlanPosition): string | null {
  const { planning } = state;
  if (state.stopped) {
    const evidence = state.guard.detections.at(-1)?.evidence ?? "";
    return fillPrompt(planPrompt.repeated, { evidence });
  }
  const isHere = (goalId: string): boolean => isWithin(state.goals, goalId, goal.id);
  const lessons = planning.lessons.filter(({ goalId }) => isHere(goalId));
  const newest = lessons.at(-1);
  if (newest !== undefined && lessons.length >= MAX_STEP_LESSONS)
    return fillPrompt(planPrompt.exhausted, { lesson: newest.text });
  const missing = [...planning.missingTools].filter(([goalId]) => isHere(goalId));
  if (missing.reduce((sum, [, count]) => sum + count, 0) >= MAX_MISSING_TOOL_CALLS) return planPrompt.tools;
  if (planning.focus.turns >= MAX_STEP_TURNS)
    return fillPrompt(planPrompt.turns, { count: String(planning.focus.turns) });
  return null;
}

/** The sequences of the results that tools have returned since an entry. */
function resultsSince({ planning }: Readonly<RunState>, since: number): readonly number[] {
  return [...planning.results.values()].flatMap(({ sequence, outcome }) =>
    sequence > since && outcome === "ok" ? [sequence] : [],
  );
}
