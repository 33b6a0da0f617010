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
  /** Missing in older logs. */
  trust: trustSchema.optional(),
});
/** One AGENTS.md file in a project context: its whole length, what of it the model reads, and what that takes. */
export type ProjectContextLayer = Stored<typeof layerSchema>;

/** What enters calls from outside the log, and what leaves them again. */
export const CONTEXT_EVENTS = [
  /** Names what enters calls from outside the log from here on. */
  defineEvent("context.set", {
    data: openObject({
      slot: z.enum(CONTEXT_SLOTS),
      blob: z.string(),
      tokens: z.number(),
      source: z.string(),
      /** Whose word the text is, the least trusted of its files; missing in older logs. */
      trust: trustSchema.optional(),
      /** The files that a project context was joined from, outermost first; missing in older logs and for other slots. */
      layers: z.array(layerSchema).optional(),
    }),
    // A later run of the same log finds its own texts changed and sets them again.
    erase: ({ layers, ...data }) => ({
      ...data,
      blob: ERASED_BLOB,
      source: ERASED_TEXT,
      ...(layers && { layers: layers.map((layer) => ({ ...layer, path: ERASED_TEXT })) }),
    }),
  }),
  /** From here on these results appear in the view as one line each. Tokens are of the whole view. */
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
