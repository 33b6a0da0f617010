import { z } from "zod";
import { describeAssistant } from "../../log/describe.ts";
import type { EntryDraft } from "../../log/entry.ts";
import { hiddenValues, type Plan } from "../../loop/plan/plan-state.ts";
import { plannedCallId } from "../../loop/plan/planned-calls.ts";
import type { RunState } from "../../loop/run-state.ts";
import type { AskAction, HelperRun } from "../../loop/strategy.ts";
import { clusterPrompt } from "../../prompts/generated/cluster.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { readJsonAnswer } from "../../read-json-answer.ts";
import { planPositions } from "../plan/plan-steps.ts";
import { SHOWN_ANSWER_CHARACTERS } from "../tunables.ts";

const solutionSchema = z.strictObject({
  answer: z.string().trim().min(1),
  evidence_sufficient: z.boolean(),
});

/**
 * Asks for the answer from the results of a graph of calls, which are in the history. A sufficient one becomes the answer of the run, with no
 * further call. Anything else is recorded as not done, an unreadable answer too: the plan is then revised.
 */
export function askForSolution(state: Readonly<RunState>, plan: Plan): AskAction {
  const positions = planPositions(state, plan);
  const hidden = new Map(hiddenValues(state.planning).map(({ name, text }) => [name, text]));
  const results = positions
    .map(({ step, goal }) =>
      goal.status === "completed"
        ? `${step.stepId} ${goal.title}: ${hidden.get(step.stepId) ?? `[result: ${plannedCallId(plan, step)}]`}`
        : `${step.stepId} ${goal.title}: FAILED: ${goal.summary ?? ""}`,
    )
    .join("\n");
  const evidence = positions.flatMap(({ goal }) => goal.evidence);
  const check = (callId: string | null, missing: readonly string[]): EntryDraft => ({
    ...{ kind: "event", type: "claim.checked", goalId: state.goals.rootId },
    data: {
      ...{
        goalId: state.goals.rootId,
        by: "model",
        callId,
        round: plan.revision + 1,
        evidence: [...evidence],
      },
      ...{ verdict: missing.length === 0 ? "verified" : "not_done", missing: [...missing] },
    },
  });
  return {
    ...{ kind: "ask", purpose: "solve", question: fillPrompt(clusterPrompt.solve, { results }) },
    read: (answer, run) => {
      const read = readJsonAnswer(answer, solutionSchema);
      if (!read.ok) return read;
      const { answer: text, evidence_sufficient: suffices } = read.value;
      return {
        ok: true,
        entries: suffices
          ? [check(run.callId, []), message(state, text, run)]
          : [check(run.callId, [text.slice(0, SHOWN_ANSWER_CHARACTERS)])],
      };
    },
    without: (problem, { callId }) => [check(callId, [problem])],
  };
}

/** The answer as the message of its call, whose end has its tokens and cost. */
function message({ goals }: Readonly<RunState>, text: string, run: HelperRun): EntryDraft {
  return {
    ...{ kind: "message", role: "assistant", goalId: goals.rootId, callId: run.callId ?? "" },
    ...{ text, reasoning: "", toolCalls: [], model: run.model, finishReason: "stop" },
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, estimated: false },
    ...{ cost: 0, durationMs: 0, firstTokenMs: null },
    description: describeAssistant({ text, reasoning: "", toolCalls: [] }),
  };
}
