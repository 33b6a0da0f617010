import { z } from "zod";
import { event } from "./event-schema.ts";

const reasonSchema = z.enum(["threshold", "too_long", "asked"]);

const ledgerLineSchema = z.looseObject({
  kind: z.enum(["goal", "requirement", "decision", "file", "number"]),
  text: z.string(),
  sequence: z.number(),
  state: z.enum(["kept", "reworded", "dropped"]),
  now: z.string().optional(),
});

/** The events by which the view of a log changes: spilled, cleared, summarised (C2, C3, C4). */
export const compactionEventSchemas = [
  event("result.spilled", {
    toolCallId: z.string(),
    toolName: z.string(),
    blob: z.string(),
    characters: z.number(),
    shownCharacters: z.number(),
    tokens: z.number(),
  }),
  event("context.cleared", {
    sequences: z.array(z.number()),
    reason: reasonSchema,
    beforeTokens: z.number(),
    afterTokens: z.number(),
  }),
  event("compaction.started", {
    compactionId: z.string(),
    reason: reasonSchema,
    focus: z.string().nullable(),
    beforeTokens: z.number(),
    window: z.number(),
  }),
  event("compaction.finished", {
    compactionId: z.string(),
    reason: reasonSchema,
    layer: z.literal("summarise"),
    source: z.enum(["model", "extractive"]),
    focus: z.string().nullable(),
    beforeTokens: z.number(),
    afterTokens: z.number(),
    ratio: z.number(),
    messagesFolded: z.number(),
    fromSequence: z.number(),
    toSequence: z.number(),
    markerBlob: z.string(),
    attachmentsBlob: z.string(),
    summaryBlob: z.string(),
    archiveBlob: z.string().nullable(),
    headTokens: z.looseObject({ marker: z.number(), attachments: z.number(), summary: z.number() }),
    ledger: z.array(ledgerLineSchema),
    cost: z.number().nullable(),
    callId: z.string().nullable(),
  }),
  event("compaction.failed", {
    compactionId: z.string(),
    problem: z.enum(["failed", "empty", "not_smaller", "endless"]),
    message: z.string(),
    failuresInRow: z.number(),
    logTokens: z.number(),
    callId: z.string().nullable(),
  }),
  event("compaction.prepared", {
    callId: z.string(),
    toSequence: z.number(),
    textBlob: z.string(),
    tokens: z.number(),
    cost: z.number().nullable(),
  }),
  event("compaction.discarded", {
    callId: z.string(),
    why: z.enum(["outgrown", "superseded", "stopped"]),
  }),
  event("compaction.pinned", { signalId: z.string(), personId: z.string().nullable(), text: z.string() }),
] as const;
