import { GoaltraceError } from "@goaltrace/core";
import { windowBudget } from "@goaltrace/core/compaction";
import {
  confirmMissing,
  readCall,
  readComparedCall,
  readCompaction,
  readCompactionText,
  readContextParts,
  readCuts,
  readMoment,
  readMergeText,
  readOriginal,
  readOverview,
  readRequest,
  readRequestView,
  readTrace,
  readWindows,
} from "@goaltrace/core/reading";
import type { BlobStore, Scope } from "@goaltrace/core/ports";
import { z } from "zod";
import { TEXT_PAGE } from "../../../lib/text-page.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const SEQUENCE = z.number().int().min(0);
/** In base64 characters. Larger images are available in the export only. */
const MAX_IMAGE_LENGTH = 12_000_000;
/** In base64 characters, about 1 MB. A thumbnail is the image itself, so a larger one loads only when a person opens it. */
const MAX_THUMBNAIL_LENGTH = 1_400_000;
/** Three of four characters of base64 are bytes. */
const BYTES_PER_CHARACTER = 3 / 4;
const IMAGE = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

function textPage(text: string, offset: number): { readonly text: string; readonly total: number } {
  return { text: text.slice(offset, offset + TEXT_PAGE), total: text.length };
}

/** Inspector queries beyond single entries: the run overview, model calls, requests and compactions. */
export const traceInspectRouter = router({
  overview: workspaceProcedure("viewer")
    .input(ID)
    .query(async ({ ctx, input, signal }) => {
      const { traces, blobs } = ctx.runtime.stores;
      const reader = { traces, blobs, scope: ctx.scope };
      const trace = await readTrace(reader, input.id);
      return confirmMissing(reader, trace, await readOverview(reader, trace, signal));
    }),

  /** The run as it was after an entry: its status, totals and overview. */
  moment: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE }))
    .query(async ({ ctx, input: { id, sequence }, signal }) => {
      const { traces, blobs } = ctx.runtime.stores;
      const reader = { traces, blobs, scope: ctx.scope };
      const trace = await readTrace(reader, id);
      const { projection, overview } = await readMoment(reader, trace, { sequence, signal });
      return { projection, overview: await confirmMissing(reader, trace, overview) };
    }),

  /** The model call that contains an entry, compared with the previous or the named one; null for an entry outside any call. */
  modelCall: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE, comparedWith: SEQUENCE.optional() }))
    .query(async ({ ctx, input }) => {
      const reader = { traces: ctx.runtime.stores.traces, scope: ctx.scope };
      const trace = await readTrace(reader, input.id);
      const { sequence, comparedWith } = input;
      const call =
        comparedWith === undefined
          ? await readCall(reader, trace, sequence)
          : await readComparedCall(reader, trace, { sequence, comparedWith });
      if (call === undefined) return null;
      const model = call.story.answer?.model;
      const settings = await ctx.runtime.stores.models.list({ workspaceId: ctx.membership.id });
      const setting = settings.find(({ reference }) => reference === model);
      const summariseAbove =
        trace.agent.limits.compaction?.summariseAbove ?? setting?.summariseAbove ?? undefined;
      const thresholds = summariseAbove === undefined ? {} : { summariseAbove };
      return {
        ...call,
        price: setting?.price ?? null,
        compactsAt: windowBudget(call.story.report.window, thresholds).summariseAbove,
      };
    }),

  /** The messages of the call's request, including those that were shortened or left out. */
  contextParts: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const { tokenizer, stores } = ctx.runtime;
      const reader = { traces: stores.traces, scope: ctx.scope, tokenizer };
      return readContextParts(reader, await readTrace(reader, input.id), input.sequence);
    }),

  /** The windows of all model calls, in order. */
  windows: workspaceProcedure("viewer")
    .input(ID)
    .query(async ({ ctx, input, signal }) => {
      const reader = { traces: ctx.runtime.stores.traces, scope: ctx.scope };
      return readWindows(reader, await readTrace(reader, input.id), signal);
    }),

  /** The messages that were cut between the previous call and the call that contains an entry; null without a previous call. */
  cuts: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const { tokenizer, stores } = ctx.runtime;
      const reader = { traces: stores.traces, scope: ctx.scope, tokenizer };
      return readCuts(reader, await readTrace(reader, input.id), input.sequence);
    }),

  /** One compaction with its ledger. */
  compaction: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const { traces, signals } = ctx.runtime.stores;
      const reader = { traces, signals, scope: ctx.scope };
      return readCompaction(reader, await readTrace(reader, input.id), input.sequence);
    }),

  /** One page of a text that a compaction produced. */
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
      return textPage(
        await readCompactionText(reader, await readTrace(reader, input.id), input),
        input.offset,
      );
    }),

  /** One page of a message as originally recorded, even if requests contained a shortened version. */
  original: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE, offset: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const { traces, blobs } = ctx.runtime.stores;
      const reader = { traces, blobs, scope: ctx.scope };
      const trace = await readTrace(reader, input.id);
      const { text, spilled } = await readOriginal(reader, trace, input.sequence);
      return { ...textPage(text, input.offset), spilled };
    }),

  /** One page of the changes that a sub-agent made in its worktree: all as a diff, or its version of a path that was not merged. */
  mergeText: workspaceProcedure("viewer")
    .input(ID.extend({ sequence: SEQUENCE, file: SEQUENCE.nullable(), offset: SEQUENCE }))
    .query(async ({ ctx, input }) => {
      const { traces, blobs } = ctx.runtime.stores;
      const reader = { traces, blobs, scope: ctx.scope };
      return textPage(await readMergeText(reader, await readTrace(reader, input.id), input), input.offset);
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

  /** An image of a message, as base64. */
  image: workspaceProcedure("viewer")
    .input(IMAGE)
    .query(async ({ ctx, input }) => ({
      base64: await readImage(ctx.runtime.stores.blobs, ctx.scope, input.sha256),
    })),

  /** The same for a thumbnail: without its bytes if it is large. */
  thumbnail: workspaceProcedure("viewer")
    .input(IMAGE)
    .query(async ({ ctx, input }) => {
      const base64 = await readImage(ctx.runtime.stores.blobs, ctx.scope, input.sha256);
      return {
        base64: base64.length <= MAX_THUMBNAIL_LENGTH ? base64 : null,
        bytes: Math.floor(base64.length * BYTES_PER_CHARACTER),
      };
    }),
});

async function readImage(blobs: Pick<BlobStore, "get">, scope: Scope, sha256: string): Promise<string> {
  const blob = await blobs.get(scope, sha256);
  if (blob?.encoding === "base64" && blob.text.length <= MAX_IMAGE_LENGTH) return blob.text;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "This image is not stored, or it is too large to show.",
    fix: "Export the trace to get all of its contents.",
  });
}
