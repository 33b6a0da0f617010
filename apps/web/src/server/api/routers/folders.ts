import { z } from "zod";
import { checkedFolder } from "../../check-folder.ts";
import { router, workspaceProcedure } from "../trpc.ts";

export const foldersRouter = router({
  list: workspaceProcedure("viewer").query(async ({ ctx }) => ctx.runtime.stores.folders.list(ctx.scope)),

  add: workspaceProcedure("admin")
    .input(z.object({ name: z.string().trim().min(1).max(100), path: z.string().trim().min(1).max(1_000) }))
    .mutation(async ({ ctx, input }) => {
      const folder = {
        id: ctx.runtime.ids.next(),
        name: input.name,
        path: await checkedFolder(input.path, ctx.runtime.home),
      };
      return ctx.runtime.stores.folders.add(ctx.scope, folder);
    }),

  remove: workspaceProcedure("admin")
    .input(z.object({ id: z.string().min(1) }))
    .mutation(async ({ ctx, input }) => {
      await ctx.runtime.stores.folders.remove(ctx.scope, input.id);
      return { removed: true };
    }),
});
