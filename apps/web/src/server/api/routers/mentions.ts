import { z } from "zod";
import { router, workspaceProcedure } from "../trpc.ts";

const PAGE = 30;

/** The caller's inbox: comments that mention them. */
export const mentionsRouter = router({
  list: workspaceProcedure("viewer")
    .input(z.object({ cursor: z.string().max(500).nullish() }))
    .query(async ({ ctx, input }) => {
      const { mentions, traces } = ctx.runtime.stores;
      const page = await mentions.list(ctx.scope, { cursor: input.cursor ?? null, limit: PAGE });
      const ids = [...new Set(page.items.map((item) => item.traceId))];
      const readable = await Promise.all(ids.map(async (id) => traces.get(ctx.scope, id)));
      const titles = new Map(
        readable.map((trace) => [trace?.id, trace?.task.trim().split("\n", 1)[0] ?? ""]),
      );
      const items = page.items.map((item) => ({ ...item, title: titles.get(item.traceId) ?? "" }));
      return { items, nextCursor: page.nextCursor };
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
