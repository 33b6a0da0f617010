import { z } from "zod";
import { router, workspaceProcedure } from "../trpc.ts";

const PAGE = 30;

/** The caller's inbox: comments that mention them. */
export const mentionsRouter = router({
  list: workspaceProcedure("viewer")
    .input(z.object({ cursor: z.string().max(500).nullish() }))
    .query(async ({ ctx, input }) => {
      const { mentions } = ctx.runtime.stores;
      return await mentions.list(ctx.scope, { cursor: input.cursor ?? null, limit: PAGE });
    }),

  unread: workspaceProcedure("viewer").query(async ({ ctx }) => ({
    count: await ctx.runtime.stores.mentions.unread(ctx.scope),
  })),

  /** Marks the given mentions as read; null marks all. */
  markRead: workspaceProcedure("viewer")
    .input(z.object({ ids: z.array(z.string().min(1).max(100)).min(1).max(200).nullable() }))
    .mutation(async ({ ctx, input }) => {
      await ctx.runtime.stores.mentions.markRead(ctx.scope, input.ids);
      return { count: await ctx.runtime.stores.mentions.unread(ctx.scope) };
    }),
});
