import { type NumberedGoal } from "@goaltrace/core/reading";
import { z } from "zod";
import { LISTED_SUMMARY } from "./tunables.ts";

/** A goal as programs read it. */
export const GOAL = z.object({
  id: z.string(),
  number: z.string().nullable().describe("Such as `2.1`; null for the task itself and for abandoned goals."),
  parentId: z.string().nullable(),
  title: z.string(),
  status: z.enum(["pending", "in_progress", "completed", "failed", "abandoned"]),
  summary: z.string().nullable().describe("Its result, or why it was abandoned."),
  verified: z
    .boolean()
    .nullable()
    .describe("Whether its completion was confirmed; null if nothing was checked."),
  evidence: z.array(z.number().int()).describe("Sequences of the results that show that it is done."),
  firstMessage: z.number().int().nullable(),
  lastMessage: z.number().int().nullable(),
});

/** Evidence that a goal lists. */
const LISTED_EVIDENCE = 20;

/** Returns a goal with its long texts cut. */
export function toGoalView(goal: NumberedGoal): z.output<typeof GOAL> {
  const { id, number, parentId, title, status, summary, verified, evidence, abandonReason } = goal;
  const { firstMessage, lastMessage } = goal;
  const result = summary ?? abandonReason;
  return {
    ...{ id, number, parentId, title: title.slice(0, LISTED_SUMMARY), status, verified },
    summary: result === null ? null : result.slice(0, LISTED_SUMMARY),
    evidence: evidence.slice(0, LISTED_EVIDENCE),
    ...{ firstMessage, lastMessage },
  };
}
