import { z } from "zod";
import { ERASED_BLOB, ERASED_TEXT, eraseText } from "../erased.ts";
import { openObject, type Stored } from "../open-object.ts";
import { segmentKindSchema } from "./call-events.ts";
import { compactionReasonSchema } from "./compaction-reason.ts";
import { defineEvent, nothingToErase } from "./define-event.ts";

/** One fact of the folded part and its fate in the summary, determined by code. */
const ledgerLineSchema = openObject({
  kind: z.enum(["goal", "requirement", "decision", "file", "number"]),
  text: z.string(),
  sequence: z.number(),
  state: z.enum(["kept", "reworded", "dropped"]),
  /** The summary's wording of a reworded line; absent in older logs and for other states. */
  now: z.string().optional(),
});
export type LedgerLine = Stored<typeof ledgerLineSchema>;

/** Summaries that replace messages in the view of a log. */
export const COMPACTION_EVENTS = [
  /**
   * A person or the model requested a compaction before the next model call. `toolCallId` is set for the model, `signalId` for a person.
   */
  defineEvent("compaction.requested", {
    data: openObject({
      by: z.enum(["model", "person"]),
      focus: z.string().nullable(),
      toolCallId: z.string().nullable(),
      signalId: z.string().nullable(),
      personId: z.string().nullable(),
    }),
    erase: (data) => ({ ...data, focus: eraseText(data.focus) }),
  }),
  defineEvent("compaction.started", {
    data: openObject({
      compactionId: z.string(),
      reason: compactionReasonSchema,
      focus: z.string().nullable(),
      beforeTokens: z.number(),
      window: z.number(),
    }),
    erase: (data) => ({ ...data, focus: eraseText(data.focus) }),
  }),
  /** Everything up to `toSequence` appears in the view as marker, attachments and summary. Tokens are of the whole view. */
  defineEvent("compaction.finished", {
    data: openObject({
      compactionId: z.string(),
      reason: compactionReasonSchema,
      layer: z.literal("summarise"),
      source: z.enum(["model", "extractive"]),
      focus: z.string().nullable(),
      beforeTokens: z.number(),
      afterTokens: z.number(),
      /** `afterTokens / beforeTokens`. */
      ratio: z.number(),
      /** 0 when it only shortened the summary before it. */
      messagesFolded: z.number(),
      /** First and last message that this compaction folded; if none, the last one that the summary before it had folded. */
      fromSequence: z.number(),
      toSequence: z.number(),
      markerBlob: z.string(),
      attachmentsBlob: z.string(),
      summaryBlob: z.string(),
      /** User messages that the summary does not show in full; null when it shows all. */
      archiveBlob: z.string().nullable(),
      /** Tokens of marker, attachments and summary. */
      headTokens: openObject({ marker: z.number(), attachments: z.number(), summary: z.number() }),
      ledger: z.array(ledgerLineSchema),
      /** The attachments list every open goal, so that requests repeat only what changes. @default false */
      listsOpenGoals: z.boolean().optional(),
      /** Cost of the summary call in US dollars; null when unknown, 0 when no model was called. */
      cost: z.number().nullable(),
      callId: z.string().nullable(),
      /** The largest part of the request; set when this is at least the third summary within a few steps. */
      crowdedBy: openObject({ kind: segmentKindSchema, tokens: z.number() }).optional(),
    }),
    erase: (data) => ({
      ...data,
      focus: eraseText(data.focus),
      markerBlob: ERASED_BLOB,
      attachmentsBlob: ERASED_BLOB,
      summaryBlob: ERASED_BLOB,
      archiveBlob: null,
      ledger: data.ledger.map(({ now: _now, ...line }) => ({ ...line, text: ERASED_TEXT })),
    }),
    outline: ({ messagesFolded, beforeTokens, afterTokens }) => ({
      k: "compacted",
      layer: "summarise",
      n: messagesFolded,
      before: beforeTokens,
      after: afterTokens,
    }),
  }),
  /** An unusable summary. Code writes an extractive one instead: immediately, or when the background summary would have been needed. */
  defineEvent("compaction.failed", {
    data: openObject({
      compactionId: z.string(),
      problem: z.enum(["failed", "empty", "not_smaller", "endless"]),
      message: z.string(),
      failuresInRow: z.number(),
      /** Tokens of all messages of the log; the circuit breaker measures growth with it. */
      logTokens: z.number(),
      callId: z.string().nullable(),
    }),
    erase: (data) => ({ ...data, message: ERASED_TEXT }),
    outline: () => ({ k: "other", d: "compaction.failed" }),
  }),
  /** A background summary of everything up to `toSequence`. The next compaction uses or discards it. */
  defineEvent("compaction.prepared", {
    data: openObject({
      callId: z.string(),
      toSequence: z.number(),
      textBlob: z.string(),
      tokens: z.number(),
      /** Cost of the call in US dollars; null when unknown. */
      cost: z.number().nullable(),
    }),
    erase: (data) => ({ ...data, textBlob: ERASED_BLOB }),
  }),
  /** A discarded background summary, finished or not: too much followed it, another compaction came first, or the run stopped. */
  defineEvent("compaction.discarded", {
    data: openObject({ callId: z.string(), why: z.enum(["outgrown", "superseded", "stopped"]) }),
    erase: nothingToErase,
  }),
  /** A person pinned this text, so compactions keep it. */
  defineEvent("compaction.pinned", {
    data: openObject({ signalId: z.string(), personId: z.string().nullable(), text: z.string() }),
    erase: (data) => ({ ...data, text: ERASED_TEXT }),
  }),
] as const;
