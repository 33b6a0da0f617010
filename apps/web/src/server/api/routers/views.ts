import { z } from "zod";
import { router, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const VIEW = z.object({
  name: z.string().trim().min(1).max(60),
  query: z.string().max(2_000),
  shared: z.boolean(),
});

/** Filters of the traces list under a name. */
export const viewsRouter = router({
  list: workspaceProcedure("viewer").query(async ({ ctx }) => {
    const views = await ctx.runtime.stores.views.list(ctx.scope);
    return views.map(({ personId, ...view }) => ({ ...view, own: personId === ctx.scope.personId }));
  }),

  /** Makes a view, or changes an own one. Given back the id of a deleted one, it is there again. */
  save: workspaceProcedure("viewer")
    .input(VIEW.extend({ id: z.string().min(1).max(100).optional() }))
    .mutation(async ({ ctx, input: { name, query, shared, id: known } }) => {
      const id = known ?? ctx.runtime.ids.next();
      await ctx.runtime.stores.views.save(ctx.scope, {
        id,
        name,
        query,
        shared: shared && ctx.membership.role !== "viewer",
      });
      return { id };
    }),

  remove: workspaceProcedure("viewer")
    .input(ID)
    .mutation(async ({ ctx, input }) => {
      await ctx.runtime.stores.views.remove(ctx.scope, input.id);
      return { id: input.id };
    }),
});
