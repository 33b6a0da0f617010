import { z } from "zod";
import { oneLine } from "../describe.ts";
import { ERASED_BLOB, ERASED_TEXT, eraseText } from "../erased.ts";
import { openObject } from "../open-object.ts";
import { defineEvent, nothingToErase } from "./define-event.ts";

const toolCallId = z.string().nullable();
const tokens = z.number();

/** Knowledge beyond a run's messages: memories, skills, experiences, facts and values. A blob holds the text that the model reads. */
export const MEMORY_EVENTS = [
  /** The entries put in the context of a turn, which requests show at this place. None if no candidate was good enough. */
  defineEvent("memory.recalled", {
    data: openObject({
      memories: z.array(
        openObject({ memoryId: z.string(), version: z.number(), score: z.number().nullable() }),
      ),
      blob: z.string(),
      tokens,
      callId: z.string().nullable(),
      /** The entries that were considered, best first. `outcome`: why it is in the context or not. Absent in older logs. */
      candidates: z
        .array(
          openObject({
            memoryId: z.string(),
            version: z.number(),
            name: z.string(),
            score: z.number(),
            /** 0 to 1. */
            confidence: z.number(),
            /** `picked` and `declined` are decisions of a light model about what the ranking left out; `called_tool` is a manual of a tool that the context shows calls of. */
            outcome: z.enum([
              "chosen",
              "unsure",
              "crowded_out",
              "superseded",
              "called_tool",
              "picked",
              "declined",
            ]),
          }),
        )
        .optional(),
    }),
    erase: ({ candidates, ...data }) => ({
      ...data,
      blob: ERASED_BLOB,
      ...(candidates && { candidates: candidates.map((found) => ({ ...found, name: ERASED_TEXT })) }),
    }),
    outline: ({ memories }) => ({ k: "memory", state: "recalled", n: memories.length, d: "" }),
  }),
  /** The index of memory: a line per entry. Requests show it at this place until a compaction folds it. */
  defineEvent("memory.indexed", {
    data: openObject({
      memories: z.array(openObject({ memoryId: z.string(), version: z.number() })),
      blob: z.string(),
      tokens,
    }),
    erase: (data) => ({ ...data, blob: ERASED_BLOB }),
  }),
  defineEvent("memory.written", {
    data: openObject({
      memoryId: z.string(),
      version: z.number(),
      toolCallId,
      operation: z.enum(["created", "updated", "superseded", "removed"]),
      name: z.string(),
      memoryType: z.enum(["user", "feedback", "project", "reference"]),
    }),
    erase: (data) => ({ ...data, name: ERASED_TEXT }),
    outline: ({ operation, name }) => ({ k: "memory", state: operation, n: 1, d: oneLine(name) }),
  }),
  /**
   * Entries that are no longer valid as the context showed them: deleted, corrected, held or shared differently. From here on requests show each
   * recall of `recalls` as its `blob`, not at all for null, and the results of `results` as a mark.
   */
  defineEvent("memory.withdrawn", {
    data: openObject({
      memoryIds: z.array(z.string()),
      recalls: z.array(
        openObject({
          sequence: z.number(),
          blob: z.string().nullable(),
          tokens,
          memories: z.array(openObject({ memoryId: z.string(), version: z.number() })),
        }),
      ),
      results: z.array(openObject({ sequence: z.number(), toolCallId: z.string() })),
      /** The newest summary without its lines that repeat the entries. Absent if it has none. */
      summary: openObject({ blob: z.string(), tokens }).optional(),
    }),
    erase: ({ recalls, summary, ...data }) => ({
      ...data,
      ...(summary && { summary: { ...summary, blob: ERASED_BLOB } }),
      recalls: recalls.map((recall) => ({ ...recall, blob: recall.blob === null ? null : ERASED_BLOB })),
    }),
    outline: ({ memoryIds }) => ({ k: "memory", state: "withdrawn", n: memoryIds.length, d: "" }),
  }),
  /** A memory held for review because untrusted text may have caused it; `sourceSequence` is the entry with that text. */
  defineEvent("memory.quarantined", {
    data: openObject({
      quarantineId: z.string(),
      toolCallId,
      name: z.string(),
      reason: z.string(),
      sourceSequence: z.number().nullable(),
    }),
    erase: (data) => ({ ...data, name: ERASED_TEXT, reason: ERASED_TEXT }),
    outline: ({ name }) => ({ k: "memory", state: "quarantined", n: 1, d: oneLine(name) }),
  }),
  /** `file` is the path of a file within the skill, null for the skill itself. */
  defineEvent("skill.loaded", {
    data: openObject({
      skill: z.string(),
      layer: z.enum(["built_in", "workspace", "project"]),
      toolCallId,
      blob: z.string(),
      tokens,
      file: z.string().nullable(),
    }),
    erase: (data) => ({ ...data, blob: ERASED_BLOB, file: eraseText(data.file) }),
    outline: ({ skill }) => ({ k: "skill", d: skill }),
  }),
  /** `worked` of the `trials` runs with an experience ended well. */
  defineEvent("experience.injected", {
    data: openObject({
      experiences: z.array(openObject({ experienceId: z.string(), worked: z.number(), trials: z.number() })),
      blob: z.string(),
      tokens,
    }),
    outline: ({ experiences }) => ({ k: "memory", state: "rules", n: experiences.length, d: "" }),
    erase: (data) => ({ ...data, blob: ERASED_BLOB }),
  }),
  /** A fact that outlives compactions, from the entry at `sourceSequence`. */
  defineEvent("fact.noted", {
    data: openObject({
      factId: z.string(),
      kind: z.enum(["id", "path", "number", "error", "decision", "outcome"]),
      text: z.string(),
      sourceSequence: z.number(),
    }),
    erase: (data) => ({ ...data, text: ERASED_TEXT }),
  }),
  /** A named result that later calls reference instead of repeating. */
  defineEvent("value.set", {
    data: openObject({ name: z.string(), toolCallId, blob: z.string(), characters: z.number(), tokens }),
    erase: (data) => ({ ...data, blob: ERASED_BLOB }),
    outline: (data) => ({ k: "value", n: data.tokens, d: data.name }),
  }),
  /** The observed context window of an endpoint, in tokens. */
  defineEvent("endpoint.learned", {
    data: openObject({
      model: z.string(),
      callId: z.string().nullable(),
      contextWindow: z.number(),
      source: z.enum(["message", "refused_size"]),
      refusedTokens: z.number().nullable(),
    }),
    erase: nothingToErase,
  }),
] as const;
