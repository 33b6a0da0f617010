import { z } from "zod";
import { oneLine } from "../describe.ts";
import { ERASED_BLOB, ERASED_TEXT, eraseText } from "../erased.ts";
import { openObject } from "../open-object.ts";
import { defineEvent, nothingToErase } from "./define-event.ts";

const toolCallId = z.string();
const approvalId = z.string();
const questionId = z.string();

/** Approvals and questions: a run's requests to people, and their decisions. */
export const APPROVAL_EVENTS = [
  /** A call waits for a person. `expiresAt` is in milliseconds since the epoch, null for never. */
  defineEvent("approval.requested", {
    data: openObject({
      approvalId,
      toolCallId,
      toolName: z.string(),
      definitionDigest: z.string(),
      argumentsDigest: z.string(),
      reason: z.string(),
      expiresAt: z.number().nullable(),
    }),
    erase: (data) => ({ ...data, reason: ERASED_TEXT, argumentsDigest: ERASED_BLOB }),
    outline: (data) => ({ k: "approval", state: "requested", call: data.toolCallId, d: data.toolName }),
  }),
  /** `editedArguments` is the text of a JSON object, null when the call runs unchanged; `ruleId` is the rule created from the decision. */
  defineEvent("approval.decided", {
    data: openObject({
      approvalId,
      toolCallId,
      decision: z.enum(["approved", "denied"]),
      personId: z.string(),
      reason: z.string().nullable(),
      editedArguments: z.string().nullable(),
      ruleId: z.string().nullable(),
    }),
    erase: (data) => ({
      ...data,
      reason: eraseText(data.reason),
      editedArguments: eraseText(data.editedArguments),
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
  defineEvent("question.asked", {
    data: openObject({
      questionId,
      toolCallId: z.string().nullable(),
      text: z.string(),
      choices: z.array(z.string()),
      expiresAt: z.number().nullable(),
    }),
    erase: (data) => ({ ...data, text: ERASED_TEXT, choices: [] }),
    outline: ({ text }) => ({ k: "question", state: "asked", d: oneLine(text) }),
  }),
  /** `personId` is null when nobody answered. */
  defineEvent("question.answered", {
    data: openObject({
      questionId,
      personId: z.string().nullable(),
      text: z.string(),
      outcome: z.enum(["answered", "expired", "dismissed"]),
    }),
    erase: (data) => ({ ...data, text: ERASED_TEXT }),
    outline: ({ outcome, text }) => ({ k: "question", state: outcome, d: oneLine(text) }),
  }),
  /** A person's report on a call that was in flight when its process died. */
  defineEvent("effect.resolved", {
    data: openObject({
      toolCallId,
      personId: z.string().nullable(),
      resolution: z.enum(["happened", "did_not_happen", "run_again"]),
      note: z.string().nullable(),
    }),
    erase: (data) => ({ ...data, note: eraseText(data.note) }),
    outline: ({ resolution, note, ...data }) => ({
      ...{ k: "effect", resolution, call: data.toolCallId, d: oneLine(note ?? "") },
    }),
  }),
] as const;
