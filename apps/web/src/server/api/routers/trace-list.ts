import { z } from "zod";
import { TRACE_QUERY } from "../trace-query.ts";
import { recordAudit, auditedRuns } from "../../record-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const CURSOR = z.string().max(500).nullish();
const IDS = z.array(z.string().min(1).max(100)).min(1).max(500);
const LIST_PAGE = 50;
const HISTOGRAM_BARS = 80;

/** Lists, counts, removes and restores traces. */
export const traceListRouter = router({
  list: workspaceProcedure("viewer")
    .input(z.object({ query: TRACE_QUERY.optional(), cursor: CURSOR }))
    .query(async ({ ctx, input }) =>
      ctx.runtime.stores.traceList.list(ctx.scope, input.query ?? {}, {
        cursor: input.cursor ?? null,
        limit: LIST_PAGE,
      }),
    ),

  /** The number of runs newer than the first row of a list. */
  countNewer: workspaceProcedure("viewer")
    .input(
      z.object({
        query: TRACE_QUERY,
        row: z.object({ id: z.string().max(100), createdAt: z.number().min(0).max(253_402_300_799_000) }),
      }),
    )
    .query(async ({ ctx, input }) =>
      ctx.runtime.stores.traceList.countNewer(ctx.scope, input.query, input.row),
    ),

  /** The totals and the histogram over time of a list. */
  figures: workspaceProcedure("viewer")
    .input(z.object({ query: TRACE_QUERY }))
    .query(async ({ ctx, input }) => {
      const { traceList } = ctx.runtime.stores;
      const [summary, bars] = await Promise.all([
        traceList.summary(ctx.scope, input.query),
        traceList.histogram(ctx.scope, input.query, HISTOGRAM_BARS),
      ]);
      return { summary, bars };
    }),

  facets: workspaceProcedure("viewer").query(async ({ ctx }) =>
    ctx.runtime.stores.traceList.facets(ctx.scope),
  ),

  /** Hides finished runs from the lists. `restore` shows them again, `purge` deletes them permanently. */
  remove: workspaceProcedure("member")
    .input(z.object({ ids: IDS }))
    .mutation(async ({ ctx, input }) => {
      const { traceList, traces } = ctx.runtime.stores;
      for (const id of await traceList.removed(ctx.scope))
        await traces.delete(ctx.scope, id).catch(() => undefined);
      const ids = await traceList.remove(ctx.scope, input.ids);
      if (ids.length > 0) await recordAudit(ctx, { action: "trace.removed", ...auditedRuns(ids) });
      return { ids };
    }),

  restore: workspaceProcedure("member")
    .input(z.object({ ids: IDS }))
    .mutation(async ({ ctx, input }) => {
      const ids = await ctx.runtime.stores.traceList.restore(ctx.scope, input.ids);
      if (ids.length > 0) await recordAudit(ctx, { action: "trace.restored", ...auditedRuns(ids) });
      return { ids };
    }),

  purge: workspaceProcedure("member")
    .input(z.object({ ids: IDS }))
    .mutation(async ({ ctx, input }) => {
      const { traceList, traces } = ctx.runtime.stores;
      const ids = await traceList.removed(ctx.scope, input.ids);
      for (const id of ids) await traces.delete(ctx.scope, id);
      if (ids.length > 0) await recordAudit(ctx, { action: "trace.deleted", ...auditedRuns(ids) });
      return { ids };
    }),
});
