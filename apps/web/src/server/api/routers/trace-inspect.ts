import { GoaltraceError, windowBudget } from "@goaltrace/core";
import {
  readCall,
  readCompaction,
  readCompactionText,
  readContextParts,
  readOriginal,
  readOverview,
  readRequest,
  readRequestView,
  readTrace,
} from "@goaltrace/core/reading";
import { z } from "zod";
import { router, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const SEQUENCE = z.number().int().min(0);
const TEXT_PAGE = 100_000;
/** Larger pictures are for the export. Characters of base64. */
const IMAGE_LONGEST = 12_000_000;

function pageOf(text: string, offset: number): { readonly text: string; readonly total: number } {
  return { text: text.slice(offset, offset + TEXT_PAGE), total: text.length };
}

/** What the inspector asks beside the entries themselves: the run as a whole, and model calls from their request to their end. */
export const traceInspectRouter = router({
  overview: workspaceProcedure("viewer")
    .input(ID)
    .query(async ({ ctx, input, signal }) => {
      const reader = { traces: ctx.runtime.stores.traces, scope: ctx.scope };
      return readOverview(reader, await readTrace(reader, input.id), signal);
    }),

  /** The model call that an entry belongs to; null when it belongs to none. */
  modelCall: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const reader = { traces: ctx.runtime.stores.traces, scope: ctx.scope };
      const trace = await readTrace(reader, input.id);
      const call = await readCall(reader, trace, input.sequence);
      if (call === undefined) return null;
      const model = call.story.answer?.model;
      const settings = await ctx.runtime.stores.models.list({ workspaceId: ctx.membership.id });
      return {
        ...call,
        price: settings.find((one) => one.reference === model)?.price ?? null,
        compactsAt: windowBudget(call.story.report.window).summariseAbove,
      };
    }),

  /** The messages of that call's request, with what stood there in part and what no longer did. */
  contextParts: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const { tokenizer, stores } = ctx.runtime;
      const reader = { traces: stores.traces, scope: ctx.scope, tokenizer };
      return readContextParts(reader, await readTrace(reader, input.id), input.sequence);
    }),

  /** A compaction with its ledger. */
  compaction: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const { traces, signals } = ctx.runtime.stores;
      const reader = { traces, signals, scope: ctx.scope };
      return readCompaction(reader, await readTrace(reader, input.id), input.sequence);
    }),

  /** One page of a text that a compaction made. */
  compactionText: workspaceProcedure("viewer")
    .input(
      ID.extend({
        sequence: SEQUENCE,
        part: z.enum(["marker", "attachments", "summary", "archive"]),
        offset: SEQUENCE,
      }),
    )
    .query(async ({ ctx, input }) => {
      const { traces, signals, blobs } = ctx.runtime.stores;
      const reader = { traces, signals, blobs, scope: ctx.scope };
      return pageOf(await readCompactionText(reader, await readTrace(reader, input.id), input), input.offset);
    }),

  /** One page of a message as it was, whatever requests showed of it. */
  original: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE, offset: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const { traces, blobs } = ctx.runtime.stores;
      const reader = { traces, blobs, scope: ctx.scope };
      const trace = await readTrace(reader, input.id);
      const { text, spilled } = await readOriginal(reader, trace, input.sequence);
      return { ...pageOf(text, input.offset), spilled };
    }),

  request: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const { traces, blobs } = ctx.runtime.stores;
      const reader = { traces, blobs, scope: ctx.scope };
      return readRequestView(reader, await readTrace(reader, input.id), input.sequence);
    }),

  /** One page of the exact bytes of a request, as text. */
  requestText: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE, offset: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const { traces, blobs } = ctx.runtime.stores;
      const reader = { traces, blobs, scope: ctx.scope };
      const { body } = await readRequest(reader, await readTrace(reader, input.id), input.sequence);
      return { text: body.slice(input.offset, input.offset + TEXT_PAGE), total: body.length };
    }),

  /** A picture that a message holds, as base64. */
  image: workspaceProcedure("viewer")
    .input(z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
    .query(async ({ ctx, input }) => {
      const blob = await ctx.runtime.stores.blobs.get(ctx.scope, input.sha256);
      if (blob?.encoding === "base64" && blob.text.length <= IMAGE_LONGEST) return { base64: blob.text };
      throw new GoaltraceError({
        code: "NOT_FOUND",
        message: "This picture is not stored, or it is too large to show.",
        fix: "Export the trace to see everything it holds.",
      });
    }),
});
