import { z } from "zod";
import { CONTEXT_SLOTS } from "../context-slots.ts";
import { ERASED_BLOB, ERASED_TEXT } from "../erased.ts";
import { trustSchema } from "../message-schema.ts";
import { openObject, type Stored } from "../open-object.ts";
import { compactionReasonSchema } from "./compaction-reason.ts";
import { defineEvent, nothingToErase } from "./define-event.ts";

const layerSchema = openObject({
  path: z.string(),
  characters: z.number(),
  shownCharacters: z.number(),
  tokens: z.number(),
  /** Absent in older logs. */
  trust: trustSchema.optional(),
});
/** One AGENTS.md file of a project context: its full length, the length shown to the model, and its tokens. */
export type ProjectContextLayer = Stored<typeof layerSchema>;

/** Text that enters calls from outside the log, and results that leave them. */
export const CONTEXT_EVENTS = [
  /** Sets the text in a slot for all later calls. */
  defineEvent("context.set", {
    data: openObject({
      slot: z.enum(CONTEXT_SLOTS),
      blob: z.string(),
      tokens: z.number(),
      source: z.string(),
      /** Trust of the text: that of its least trusted file. Absent in older logs. */
      trust: trustSchema.optional(),
      /** The files that were joined into a project context, outermost first; absent in older logs and for other slots. */
      layers: z.array(layerSchema).optional(),
      /** The tools that requests describe in short, and those that they only name, because the window is small; absent without any, and in older logs. */
      shortTools: z.array(z.string()).optional(),
      namedTools: z.array(z.string()).optional(),
    }),
    // A later run of the same log detects the change and sets its texts again.
    erase: ({ layers, ...data }) => ({
      ...data,
      blob: ERASED_BLOB,
      source: ERASED_TEXT,
      ...(layers && { layers: layers.map((layer) => ({ ...layer, path: ERASED_TEXT })) }),
    }),
  }),
  /** From here on, these results appear in the view as one line each. Token counts cover the whole view. */
  defineEvent("context.cleared", {
    data: openObject({
      sequences: z.array(z.number()),
      reason: compactionReasonSchema,
      beforeTokens: z.number(),
      afterTokens: z.number(),
    }),
    erase: nothingToErase,
    outline: ({ sequences, beforeTokens, afterTokens }) => ({
      k: "compacted",
      layer: "clear",
      n: sequences.length,
      before: beforeTokens,
      after: afterTokens,
    }),
  }),
] as const;
