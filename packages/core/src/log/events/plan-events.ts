import { z } from "zod";
import { oneLine } from "../describe.ts";
import { ERASED_TEXT, eraseText } from "../erased.ts";
import { openObject, type Stored } from "../open-object.ts";
import { defineEvent } from "./define-event.ts";

const callId = z.string().nullable();

/** One step of a plan. `arguments` is the text of a JSON object for `tool`; null when the step has none. */
const planStepSchema = openObject({
  stepId: z.string(),
  goalId: z.string(),
  title: z.string(),
  reason: z.string().nullable(),
  dependsOn: z.array(z.string()),
  tool: z.string().nullable(),
  arguments: z.string().nullable(),
});
type PlanStep = Stored<typeof planStepSchema>;

/** A strategy's plans, lessons and checks. */
export const PLAN_EVENTS = [
  defineEvent("plan.made", {
    data: openObject({ planId: z.string(), strategy: z.string(), callId, steps: z.array(planStepSchema) }),
    erase: (data) => ({ ...data, steps: data.steps.map(eraseStep) }),
    outline: ({ strategy, steps }) => ({ k: "plan", n: steps.length, revision: 0, d: strategy }),
  }),
  /** `revision` counts from 1; `steps` replaces the whole plan. */
  defineEvent("plan.revised", {
    data: openObject({
      planId: z.string(),
      revision: z.number(),
      callId,
      reason: z.string(),
      supersededGoalIds: z.array(z.string()),
      steps: z.array(planStepSchema),
    }),
    erase: (data) => ({ ...data, reason: ERASED_TEXT, steps: data.steps.map(eraseStep) }),
    outline: ({ revision, reason, steps }) => ({ k: "plan", n: steps.length, revision, d: oneLine(reason) }),
  }),
  defineEvent("lesson.learned", {
    data: openObject({
      lessonId: z.string(),
      by: z.enum(["rule", "model"]),
      toolCallId: z.string().nullable(),
      callId,
      text: z.string(),
    }),
    erase: (data) => ({ ...data, text: ERASED_TEXT }),
    outline: ({ text }) => ({ k: "lesson", d: oneLine(text) }),
  }),
  defineEvent("critique.made", {
    data: openObject({
      callId: z.string(),
      round: z.number(),
      verdict: z.enum(["accept", "revise"]),
      findings: z.array(openObject({ angle: z.string(), blocking: z.boolean(), text: z.string() })),
    }),
    erase: (data) => ({
      ...data,
      findings: data.findings.map((finding) => ({ ...finding, text: ERASED_TEXT })),
    }),
    outline: ({ round, verdict, findings }) => ({
      ...{ k: "critique", round, verdict, n: findings.length, d: oneLine(findings[0]?.text ?? "") },
    }),
  }),
  /** A check of a goal that is marked done. `evidence` holds the sequences of the entries that were checked. */
  defineEvent("claim.checked", {
    data: openObject({
      goalId: z.string(),
      by: z.enum(["rule", "model", "person"]),
      callId,
      verdict: z.enum(["verified", "unverified", "not_done"]),
      round: z.number(),
      evidence: z.array(z.number()),
      missing: z.array(z.string()),
    }),
    erase: (data) => ({ ...data, missing: [] }),
    outline: ({ goalId, verdict, missing }) => ({
      ...{ k: "claim", goalId, verdict, d: oneLine(missing.join(", ")) },
    }),
  }),
] as const;

function eraseStep(step: PlanStep): PlanStep {
  return {
    ...step,
    title: ERASED_TEXT,
    reason: eraseText(step.reason),
    arguments: eraseText(step.arguments),
  };
}
