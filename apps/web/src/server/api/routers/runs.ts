import { STRATEGY_NAMES } from "@goaltrace/core/log";
import { controlRun, retryRun, sendSignal, startRun } from "@goaltrace/host";
import { z } from "zod";
import { mayDeleteOthers } from "../../auth/roles.ts";
import { recordAudit } from "../../record-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";
import { MESSAGE_TEXT } from "./message-text.ts";
import { SERVER_TOOLS } from "./server-tools.ts";

const TRACE = z.object({ traceId: z.string().min(1).max(100) });
/** In characters. A pinned text is part of every later request. */
const MAX_PIN_LENGTH = 2_000;

export const runsRouter = router({
  start: workspaceProcedure("member")
    .input(
      z.object({
        conversationId: z.string().min(1).max(100).optional(),
        text: MESSAGE_TEXT,
        model: z.string().min(1).max(200).optional(),
        agent: z.string().min(1).max(40).optional(),
        folderId: z.string().min(1).max(100).optional(),
        strategy: z.enum(STRATEGY_NAMES).optional(),
        /** The most that each run of a new conversation may use. */
        budget: z.string().max(200).optional(),
        /** The only tools of MCP servers that the runs of a new conversation may use; null for all. */
        serverTools: SERVER_TOOLS.optional(),
      }),
    )
    .mutation(async ({ ctx, input: { budget, ...turn } }) => {
      await ctx.runtime.quotas.admitRun({ scope: ctx.scope, keyId: null });
      return startRun(ctx.runtime, { scope: ctx.scope, ...turn, conversationBudget: budget });
    }),

  /** Signals the run to stop; the worker that holds its lease cancels it. Idempotent, and a no-op for a run that has ended. */
  cancel: workspaceProcedure("member")
    .input(TRACE)
    .mutation(async ({ ctx, input }) =>
      controlRun(ctx.runtime, ctx.scope, {
        traceId: input.traceId,
        body: { kind: "cancel", payload: { reason: null } },
      }),
    ),

  pause: workspaceProcedure("member")
    .input(TRACE)
    .mutation(async ({ ctx, input: { traceId } }) =>
      controlRun(ctx.runtime, ctx.scope, { traceId, body: { kind: "pause", payload: {} } }),
    ),

  resume: workspaceProcedure("member")
    .input(TRACE)
    .mutation(async ({ ctx, input: { traceId } }) =>
      controlRun(ctx.runtime, ctx.scope, { traceId, body: { kind: "resume", payload: {} } }),
    ),

  /**
   * Sends a text that the model reads before its next call; after the run has ended, with the next turn of its conversation. Sending it again
   * under the same `messageId` has no effect.
   */
  steer: workspaceProcedure("member")
    .input(TRACE.extend({ text: MESSAGE_TEXT, messageId: z.string().min(1).max(100).optional() }))
    .mutation(async ({ ctx, input: { traceId, text, messageId: requestId } }) => {
      const body = { kind: "steer", payload: { text: text.trim() } } as const;
      return sendSignal(ctx.runtime, ctx.scope, { traceId, body, requestId });
    }),

  /** Pins a text so that compactions keep it. */
  pin: workspaceProcedure("member")
    .input(TRACE.extend({ text: z.string().trim().min(1).max(MAX_PIN_LENGTH) }))
    .mutation(async ({ ctx, input }) =>
      sendSignal(ctx.runtime, ctx.scope, {
        traceId: input.traceId,
        body: { kind: "pin", payload: { text: input.text } },
      }),
    ),

  /** Requests a compaction that gives priority to `focus`. */
  compact: workspaceProcedure("member")
    .input(TRACE.extend({ focus: z.string().trim().max(MAX_PIN_LENGTH) }))
    .mutation(async ({ ctx, input }) =>
      sendSignal(ctx.runtime, ctx.scope, {
        traceId: input.traceId,
        body: { kind: "compact", payload: { focus: input.focus === "" ? null : input.focus } },
      }),
    ),

  /** The effect that undoing the file changes of a run would have, path by path. */
  previewUndo: workspaceProcedure("member")
    .input(TRACE)
    .query(async ({ ctx, input }) => ctx.runtime.fileChanges.preview(ctx.scope, input.traceId)),

  /** Brings back the files that a run and its sub-agents changed, except those that someone else has changed since. */
  undoFiles: workspaceProcedure("member")
    .input(TRACE)
    .mutation(async ({ ctx, input }) => {
      const ofOthers = mayDeleteOthers(ctx.membership.role);
      const done = await ctx.runtime.fileChanges.undo(ctx.scope, input.traceId, { ofOthers });
      await recordAudit(ctx, { action: "run.files_undone", target: input.traceId });
      return done;
    }),

  retry: workspaceProcedure("member")
    .input(TRACE)
    .mutation(async ({ ctx, input }) => {
      await ctx.runtime.quotas.admitRun({ scope: ctx.scope, keyId: null });
      return retryRun(ctx.runtime, ctx.scope, input.traceId);
    }),
});
