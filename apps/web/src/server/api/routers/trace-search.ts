import { previewEntry, readEntries, readFileChanges, readTrace, searchLog } from "@goaltrace/core/reading";
import { z } from "zod";
import { router, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const MAX_SEARCH_LENGTH = 200;
/** Entries per page of the transcript. */
const PREVIEW_PAGE = 400;
/** In characters. The transcript shows this much of a text until more is requested. */
const PREVIEW_CHARACTERS = 4_000;

/** Searches and previews the contents of a log. */
export const traceSearchRouter = router({
  /** The sequences of the entries whose contents include a text. */
  searchIn: workspaceProcedure("viewer")
    .input(ID.extend({ text: z.string().trim().min(1).max(MAX_SEARCH_LENGTH) }))
    .query(async ({ ctx, input }) => {
      const { traces, traceSearch } = ctx.runtime.stores;
      const reader = { traces, traceSearch, scope: ctx.scope };
      return searchLog(reader, await readTrace(reader, input.id), input.text);
    }),

  /** The messages of a range with long texts truncated for the transcript. `truncated` lists the affected fields. */
  previews: workspaceProcedure("viewer")
    .input(ID.extend({ after: z.number().int().min(0), limit: z.number().int().min(1).max(PREVIEW_PAGE) }))
    .query(async ({ ctx, input }) => {
      const reader = { traces: ctx.runtime.stores.traces, scope: ctx.scope };
      const trace = await readTrace(reader, input.id);
      const entries = await readEntries(reader, trace, { after: input.after, limit: input.limit });
      return entries
        .filter((entry) => entry.kind === "message" && entry.sequence <= input.after + input.limit)
        .map((entry) => previewEntry(entry, PREVIEW_CHARACTERS));
    }),

  /** The files that the run changed, with the entry of each change. */
  fileChanges: workspaceProcedure("viewer")
    .input(ID)
    .query(async ({ ctx, input }) => {
      const { traces, traceSearch } = ctx.runtime.stores;
      const reader = { traces, traceSearch, scope: ctx.scope };
      return readFileChanges(reader, await readTrace(reader, input.id));
    }),
});
