import { resolveLog } from "@goaltrace/core/log";
import type { LogSegment } from "@goaltrace/core/log";
import type { Scope, TraceStore } from "@goaltrace/core";
import { z } from "zod";
import { previewEntry } from "../../reading/preview-entry.ts";
import { readEntries, readTrace } from "../../reading/read-log.ts";
import { searchLog } from "../../reading/search-log.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const SEARCH_LENGTH = 200;
/** Entries of one page of the transcript at most. */
const PREVIEW_PAGE = 400;
/** What the transcript shows of a text before one asks for more. Characters. */
const PREVIEW_CHARACTERS = 4_000;
const FILE_CHANGES = 2_000;

/** Reading a log by what is written in it. */
export const traceSearchRouter = router({
  /** Sequences of the entries whose contents hold a text. */
  searchIn: workspaceProcedure("viewer")
    .input(ID.extend({ text: z.string().trim().min(1).max(SEARCH_LENGTH) }))
    .query(async ({ ctx, input }) => {
      const { traces, traceSearch } = ctx.runtime.stores;
      const segments = await segmentsOf(traces, ctx.scope, input.id);
      return searchLog(traceSearch, { scope: ctx.scope, segments }, input.text);
    }),

  /** The messages of a stretch, their long texts cut: what the transcript shows. `truncated` names what was cut. */
  previews: workspaceProcedure("viewer")
    .input(ID.extend({ after: z.number().int().min(0), limit: z.number().int().min(1).max(PREVIEW_PAGE) }))
    .query(async ({ ctx, input }) => {
      const reader = { traces: ctx.runtime.stores.traces, scope: ctx.scope };
      const trace = await readTrace(reader.traces, ctx.scope, input.id);
      const entries = await readEntries(reader, trace, { after: input.after, limit: input.limit });
      return entries
        .filter((entry) => entry.kind === "message" && entry.sequence <= input.after + input.limit)
        .map((entry) => previewEntry(entry, PREVIEW_CHARACTERS));
    }),

  /** Which files the run wrote, and with which entry. */
  fileChanges: workspaceProcedure("viewer")
    .input(ID)
    .query(async ({ ctx, input }) => {
      const { traces, traceSearch } = ctx.runtime.stores;
      const segments = await segmentsOf(traces, ctx.scope, input.id);
      const changes = await traceSearch.fileChanges(ctx.scope, segments, FILE_CHANGES);
      return changes.flatMap((entry) =>
        entry.kind === "event" && entry.type === "file.changed"
          ? [{ sequence: entry.sequence, path: entry.data.path, callId: entry.data.toolCallId }]
          : [],
      );
    }),
});

async function segmentsOf(traces: TraceStore, scope: Scope, traceId: string): Promise<readonly LogSegment[]> {
  return resolveLog(async (id) => traces.get(scope, id), await readTrace(traces, scope, traceId));
}
