import { z } from "zod";
import { router, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const VIEW = z.object({
  name: z.string().trim().min(1).max(60),
  query: z.string().max(2_000),
  shared: z.boolean(),
});

/** Saved filters of the traces list. */
export const viewsRouter = router({
  list: workspaceProcedure("viewer").query(async ({ ctx }) => {
    const views = await ctx.runtime.stores.views.list(ctx.scope);
    return views.map(({ personId, ...view }) => ({ ...view, own: personId === ctx.scope.personId }));
  }),

  /** Creates a view or updates the caller's own. Saving with the id of a deleted view restores it. */
  save: workspaceProcedure("viewer")
    .input(VIEW.extend({ id: z.string().min(1).max(100).optional() }))
    .mutation(async ({ ctx, input: { name, query, shared, id: existingId } }) => {
      const id = existingId ?? ctx.runtime.ids.next();
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
