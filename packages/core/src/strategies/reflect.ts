import { z } from "zod";
import type { EntryDraft } from "../log/entry.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import type { RunState } from "../loop/run-state.ts";
import type { AskAction, Strategy, StrategyAction } from "../loop/strategy.ts";
import { reviewPrompt } from "../prompts/generated/review.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { readJsonAnswer } from "../read-json-answer.ts";
import { react } from "./react.ts";
import { MAX_REVIEWS } from "./tunables.ts";

type Critique = RunEventPayloads["critique.made"];

/**
 * Self-review (Madaan et al. 2023): works as `react` does; its answer is a draft, which a helper call reviews and the model revises, until the
 * review finds nothing blocking or `maxRounds` reviews were made (default 2).
 */
export function createReflect({ maxRounds = MAX_REVIEWS }: { readonly maxRounds?: number } = {}): Strategy {
  return { name: "reflect", next: (state) => nextOfReview(state, maxRounds) };
}

function nextOfReview(state: Readonly<RunState>, maxRounds: number): StrategyAction {
  const action = react.next(state);
  const draft = state.lastAssistant;
  const isDraft = action.kind === "finish" && action.status === "completed" && draft !== null;
  if (!isDraft || state.finalRequested) return action;
  const { critiques } = state.planning;
  const newest = critiques.at(-1);
  if (newest !== undefined && newest.sequence > draft.sequence)
    return newest.verdict === "accept" ? action : revise(newest);
  return critiques.length < maxRounds ? review(critiques.length + 1) : action;
}

function revise({ findings }: Critique): StrategyAction {
  const lines = findings
    .filter(({ blocking }) => blocking)
    .map(({ angle, text }) => `- ${angle}: ${text}`)
    .join("\n");
  const note = fillPrompt(reviewPrompt.revise, { findings: lines });
  return { kind: "call_model", purpose: "step", withTools: true, note };
}

const reviewSchema = z.strictObject({
  findings: z
    .array(
      z.strictObject({
        angle: z.enum(["facts", "logic", "omissions", "constraints", "efficiency"]),
        blocking: z.boolean(),
        text: z.string().trim().min(1).max(1_000),
      }),
    )
    .max(20),
});

/** A review without a usable answer blocks nothing, and says that it did not take place. */
function review(round: number): AskAction {
  const critique = (callId: string | null, findings: Critique["findings"]): readonly EntryDraft[] => [
    {
      ...{ kind: "event", type: "critique.made", goalId: "root" },
      data: {
        ...{ callId: callId ?? "", round, findings },
        verdict: findings.some(({ blocking }) => blocking) ? "revise" : "accept",
      },
    },
  ];
  return {
    ...{ kind: "ask", purpose: "critique", question: reviewPrompt.ask },
    read: (answer, { callId }) => {
      const read = readJsonAnswer(answer, reviewSchema);
      return read.ok ? { ok: true, entries: critique(callId, read.value.findings) } : read;
    },
    without: (problem, { callId }) => critique(callId, [{ angle: "review", blocking: false, text: problem }]),
  };
}
