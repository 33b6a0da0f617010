import { controlRun, retryRun, sendSignal, startRun } from "@goaltrace/host";
import { z } from "zod";
import { router, workspaceProcedure } from "../trpc.ts";

const TRACE = z.object({ traceId: z.string().min(1).max(100) });
/** A message longer than this belongs in a file. Characters. */
const TEXT_LONGEST = 200_000;

/** What is kept through compactions stands in each request from then on. Characters. */
const PIN_LONGEST = 2_000;

export const runsRouter = router({
  start: workspaceProcedure("member")
    .input(
      z.object({
        conversationId: z.string().min(1).max(100).optional(),
        text: z
          .string()
          .max(TEXT_LONGEST)
          .refine((text) => text.trim() !== "", "must not be empty"),
        model: z.string().min(1).max(200).optional(),
        folderId: z.string().min(1).max(100).optional(),
      }),
    )
    .mutation(async ({ ctx, input }) => startRun(ctx.runtime, { scope: ctx.scope, ...input })),

  /** Asks the run to stop; whoever holds its lease does it. Asking again, or for a run that has ended, changes nothing. */
  cancel: workspaceProcedure("member")
    .input(TRACE)
    .mutation(async ({ ctx, input }) =>
      controlRun(ctx.runtime, ctx.scope, {
        traceId: input.traceId,
        body: { kind: "cancel", payload: { reason: null } },
      }),
    ),

  /** Keeps a text through compactions. */
  pin: workspaceProcedure("member")
    .input(TRACE.extend({ text: z.string().trim().min(1).max(PIN_LONGEST) }))
    .mutation(async ({ ctx, input }) =>
      sendSignal(ctx.runtime, ctx.scope, {
        traceId: input.traceId,
        body: { kind: "pin", payload: { text: input.text } },
      }),
    ),

  /** Asks for a compaction, which keeps above all what `focus` says. */
  compact: workspaceProcedure("member")
    .input(TRACE.extend({ focus: z.string().trim().max(PIN_LONGEST) }))
    .mutation(async ({ ctx, input }) =>
      sendSignal(ctx.runtime, ctx.scope, {
        traceId: input.traceId,
        body: { kind: "compact", payload: { focus: input.focus === "" ? null : input.focus } },
      }),
    ),

  retry: workspaceProcedure("member")
    .input(TRACE)
    .mutation(async ({ ctx, input }) => retryRun(ctx.runtime, ctx.scope, input.traceId)),
});
