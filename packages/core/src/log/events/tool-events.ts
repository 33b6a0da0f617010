import { z } from "zod";
import { ERASED_BLOB, ERASED_TEXT, eraseBlob } from "../erased.ts";
import { openObject } from "../open-object.ts";
import { defineEvent, nothingToErase } from "./define-event.ts";

const toolCallId = z.string();

const fileVersionSchema = z.enum(["before", "after"]);
/** The file before or after a change. */
export type FileVersion = z.output<typeof fileVersionSchema>;

const fileContentSchema = openObject({
  kind: z.enum(["file", "link", "directory"]),
  /** The permission bits; 0 for a link. */
  mode: z.number(),
});

/** Tool executions and their side products. */
export const TOOL_EVENTS = [
  defineEvent("tool.started", {
    data: openObject({
      toolCallId,
      toolName: z.string(),
      effect: z.enum(["read_only", "idempotent", "effectful"]),
    }),
    erase: nothingToErase,
    outline: (data) => ({ k: "started", call: data.toolCallId, name: data.toolName }),
    // Planned calls run right after the call that planned them, without a step of the model before them.
    project: (projection) => ({ ...projection, phase: "executing" }),
  }),
  /** The SHA-256 of the content that a call read; edits are checked against it. */
  defineEvent("file.read", {
    data: openObject({ toolCallId, path: z.string(), sha256: z.string() }),
    // A short file can be guessed from its hash.
    erase: (data) => ({ ...data, path: ERASED_TEXT, sha256: ERASED_BLOB }),
  }),
  defineEvent("file.changed", {
    data: openObject({
      toolCallId,
      path: z.string(),
      /** Null for a new file. */
      beforeBlob: z.string().nullable(),
      afterBlob: z.string(),
      /** Versions that are not stored because they contain a known secret: their blobs are names only. Absent when both are stored. */
      withheld: z.array(fileVersionSchema).optional(),
      added: z.number(),
      removed: z.number(),
      /** The file is gone; `afterBlob` names the empty text. @default false */
      deleted: z.boolean().optional(),
      /**
       * A command changed the path. Its versions are kept sealed, to undo the change; here their blobs are names only, and the model has not
       * read the new one. Of a link, the version is the text of its target; of a directory, the empty text. Absent for file tools.
       */
      source: z.enum(["command"]).optional(),
      /** The sub-agent in whose worktree the change was made; then `source` is as for a command. */
      fromTraceId: z.string().optional(),
      /** The kinds and modes before and after the change; null for nothing. Absent for file tools, which change the content of files only. */
      before: fileContentSchema.nullable().optional(),
      after: fileContentSchema.nullable().optional(),
    }),
    erase: (data) => ({
      ...data,
      path: ERASED_TEXT,
      beforeBlob: eraseBlob(data.beforeBlob),
      afterBlob: ERASED_BLOB,
    }),
  }),
  /** Precedes its result; the blob holds the full output, the result a preview. */
  defineEvent("result.spilled", {
    data: openObject({
      toolCallId,
      toolName: z.string(),
      blob: z.string(),
      characters: z.number(),
      shownCharacters: z.number(),
      tokens: z.number(),
    }),
    erase: (data) => ({ ...data, blob: ERASED_BLOB }),
  }),
] as const;
