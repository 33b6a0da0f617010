import { z } from "zod";
import { TRACE_QUERY } from "../trace-query.ts";
import { noteAudit, runsNamed } from "../../note-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const CURSOR = z.string().max(500).nullish();
const IDS = z.array(z.string().min(1).max(100)).min(1).max(500);
const LIST_PAGE = 50;
const BARS = 80;

/** Finding traces, and taking them out of the lists. */
export const traceListRouter = router({
  list: workspaceProcedure("viewer")
    .input(z.object({ query: TRACE_QUERY.optional(), cursor: CURSOR }))
    .query(async ({ ctx, input }) =>
      ctx.runtime.stores.traceList.list(ctx.scope, input.query ?? {}, {
        cursor: input.cursor ?? null,
        limit: LIST_PAGE,
      }),
    ),

  /** How many runs of a list are newer than its first row. */
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

  /** Totals and the runs over time of a list. */
  figures: workspaceProcedure("viewer")
    .input(z.object({ query: TRACE_QUERY }))
    .query(async ({ ctx, input }) => {
      const { traceList } = ctx.runtime.stores;
      const [summary, bars] = await Promise.all([
        traceList.summary(ctx.scope, input.query),
        traceList.histogram(ctx.scope, input.query, BARS),
      ]);
      return { summary, bars };
    }),

  facets: workspaceProcedure("viewer").query(async ({ ctx }) =>
    ctx.runtime.stores.traceList.facets(ctx.scope),
  ),

  /** Takes runs that are at an end out of the lists; `restore` puts them back, `purge` deletes them for good. */
  remove: workspaceProcedure("member")
    .input(z.object({ ids: IDS }))
    .mutation(async ({ ctx, input }) => {
      const { traceList, traces } = ctx.runtime.stores;
      for (const id of await traceList.removed(ctx.scope))
        await traces.delete(ctx.scope, id).catch(() => undefined);
      const ids = await traceList.remove(ctx.scope, input.ids);
      if (ids.length > 0) await noteAudit(ctx, { action: "trace.removed", ...runsNamed(ids) });
      return { ids };
    }),

  restore: workspaceProcedure("member")
    .input(z.object({ ids: IDS }))
    .mutation(async ({ ctx, input }) => {
      const ids = await ctx.runtime.stores.traceList.restore(ctx.scope, input.ids);
      if (ids.length > 0) await noteAudit(ctx, { action: "trace.restored", ...runsNamed(ids) });
      return { ids };
    }),

  purge: workspaceProcedure("member")
    .input(z.object({ ids: IDS }))
    .mutation(async ({ ctx, input }) => {
      const { traceList, traces } = ctx.runtime.stores;
      const ids = await traceList.removed(ctx.scope, input.ids);
      for (const id of ids) await traces.delete(ctx.scope, id);
      if (ids.length > 0) await noteAudit(ctx, { action: "trace.deleted", ...runsNamed(ids) });
      return { ids };
    }),
});
