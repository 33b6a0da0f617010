import { z } from "zod";
import { oneLine } from "../describe.ts";
import { ERASED_BLOB, ERASED_TEXT, eraseText } from "../erased.ts";
import { openObject } from "../open-object.ts";
import { budgetLevelSchema, budgetUnitSchema } from "./budget-schema.ts";
import { defineEvent, nothingToErase } from "./define-event.ts";

const toolCallId = z.string();
const approvalId = z.string();
const questionId = z.string();

/** Approvals and questions: a run's requests to people, and their decisions. */
export const APPROVAL_EVENTS = [
  /**
   * A call waits for a person. `expiresAt` is in milliseconds since the epoch, null for never. `digest` (`approvalDigest`) freezes what the
   * person decides about, `step` is the number of the answer with the call, `cause` what asks: a
   * rule (`ruleId`), the mode, or the nature of a protected file. `parts` are those of a compound call that ask, such as one of several commands; absent when
   * the whole call asks.
   */
  defineEvent("approval.requested", {
    data: openObject({
      approvalId,
      toolCallId,
      toolName: z.string(),
      definitionDigest: z.string(),
      argumentsDigest: z.string(),
      reason: z.string(),
      expiresAt: z.number().nullable(),
      digest: z.string().optional(),
      step: z.number().optional(),
      ruleId: z.string().nullable().optional(),
      cause: z.enum(["rule", "mode", "protected"]).optional(),
      parts: z.array(z.string()).optional(),
    }),
    erase: ({ digest, parts, ...data }) => ({
      ...data,
      reason: ERASED_TEXT,
      ...(parts === undefined ? {} : { parts: [] }),
      argumentsDigest: ERASED_BLOB,
      ...(digest === undefined ? {} : { digest: ERASED_BLOB }),
    }),
    outline: (data) => ({ k: "approval", state: "requested", call: data.toolCallId, d: data.toolName }),
  }),
  /**
   * `editedArguments` is the text of a JSON object, null when the call runs unchanged; `ruleId` is the rule created from the decision; `digest`
   * (`approvalDigest`) identifies what may run, and is absent in a denial.
   */
  defineEvent("approval.decided", {
    data: openObject({
      approvalId,
      toolCallId,
      decision: z.enum(["approved", "denied"]),
      personId: z.string(),
      reason: z.string().nullable(),
      editedArguments: z.string().nullable(),
      ruleId: z.string().nullable(),
      digest: z.string().optional(),
      signalId: z.string().optional(),
    }),
    erase: ({ digest, ...data }) => ({
      ...data,
      reason: eraseText(data.reason),
      editedArguments: eraseText(data.editedArguments),
      ...(digest === undefined ? {} : { digest: ERASED_BLOB }),
    }),
    outline: ({ decision, reason, ...data }) => ({
      ...{ k: "approval", state: decision, call: data.toolCallId, d: oneLine(reason ?? "") },
    }),
  }),
  defineEvent("approval.expired", {
    data: openObject({ approvalId, toolCallId }),
    erase: nothingToErase,
    outline: (data) => ({ k: "approval", state: "expired", call: data.toolCallId, d: "" }),
  }),
  /**
   * `budget` is set for a question of the runtime about a budget that is used up (`reached`), or that is in money while the price of the model is
   * unknown. `memo` is what a call that asked in the middle of its work needs to continue.
   */
  defineEvent("question.asked", {
    data: openObject({
      questionId,
      toolCallId: z.string().nullable(),
      text: z.string(),
      choices: z.array(z.string()),
      expiresAt: z.number().nullable(),
      budget: openObject({
        ...{ level: budgetLevelSchema, unit: budgetUnitSchema, used: z.number(), allowed: z.number() },
        reason: z.enum(["reached", "unpriced"]),
      }).optional(),
      memo: z.string().optional(),
    }),
    erase: ({ memo, ...data }) => ({
      ...{ ...data, text: ERASED_TEXT, choices: [] },
      ...(memo === undefined ? {} : { memo: ERASED_TEXT }),
    }),
    outline: ({ text, toolCallId }) => ({
      ...{ k: "question", state: "asked", d: oneLine(text) },
      ...(toolCallId === null ? {} : { call: toolCallId }),
    }),
  }),
  /** `personId` is null when no one answered. */
  defineEvent("question.answered", {
    data: openObject({
      questionId,
      personId: z.string().nullable(),
      text: z.string(),
      outcome: z.enum(["answered", "expired", "dismissed"]),
      signalId: z.string().optional(),
    }),
    erase: (data) => ({ ...data, text: ERASED_TEXT }),
    outline: ({ outcome, text }) => ({ k: "question", state: outcome, d: oneLine(text) }),
  }),
  /**
   * A person's report on a call that was in flight when its process died. `left`: the outcome stays unknown; `expired`: no one said anything,
   * with the same effect. `personId` is null for an expiry.
   */
  defineEvent("effect.resolved", {
    data: openObject({
      toolCallId,
      personId: z.string().nullable(),
      resolution: z.enum(["happened", "did_not_happen", "run_again", "left", "expired"]),
      note: z.string().nullable(),
      effectId: z.string().optional(),
      signalId: z.string().optional(),
    }),
    erase: (data) => ({ ...data, note: eraseText(data.note) }),
    outline: ({ resolution, note, ...data }) => ({
      ...{ k: "effect", resolution, call: data.toolCallId, d: oneLine(note ?? "") },
    }),
  }),
] as const;
