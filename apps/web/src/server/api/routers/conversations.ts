import { GoaltraceError } from "@goaltrace/core";
import type { Trace } from "@goaltrace/core/log";
import { z } from "zod";
import { readConversation } from "../../start-run.ts";
import type { ConversationChange } from "../../stores.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const CURSOR = z.string().max(500).nullish();
const LIST_PAGE = 50;
/** Turns of one conversation that are opened at once; older ones are reached through the trace list. */
const TURNS = 200;

export const conversationsRouter = router({
  list: workspaceProcedure("viewer")
    .input(z.object({ cursor: CURSOR }))
    .query(async ({ ctx, input }) =>
      ctx.runtime.stores.conversations.list(ctx.scope, { cursor: input.cursor ?? null, limit: LIST_PAGE }),
    ),

  get: workspaceProcedure("viewer")
    .input(ID)
    .query(async ({ ctx, input }) => {
      const { id, title, pinned, folderId, model } = await readConversation(ctx.runtime, ctx.scope, input.id);
      const page = await ctx.runtime.stores.traces.list(
        ctx.scope,
        { conversationId: id },
        { cursor: null, limit: TURNS },
      );
      const traces: Trace[] = [...page.items].reverse();
      return { id, title, pinned, folderId, model, traces };
    }),

  rename: workspaceProcedure("member")
    .input(ID.extend({ title: z.string().trim().min(1).max(200) }))
    .mutation(async ({ ctx, input }) => change(ctx, input.id, { title: input.title })),

  pin: workspaceProcedure("member")
    .input(ID.extend({ pinned: z.boolean() }))
    .mutation(async ({ ctx, input }) => change(ctx, input.id, { pinned: input.pinned })),

  delete: workspaceProcedure("member")
    .input(ID)
    .mutation(async ({ ctx, input }) => {
      found(await ctx.runtime.stores.conversations.delete(ctx.scope, input.id));
      return { id: input.id };
    }),

  restore: workspaceProcedure("member")
    .input(ID)
    .mutation(async ({ ctx, input }) => {
      found(await ctx.runtime.stores.conversations.restore(ctx.scope, input.id));
      return { id: input.id };
    }),
});

type Scoped = Pick<Parameters<typeof readConversation>[0], "stores">;

async function change(
  ctx: { readonly runtime: Scoped; readonly scope: Parameters<typeof readConversation>[1] },
  id: string,
  changes: ConversationChange,
): Promise<{ id: string }> {
  found(await ctx.runtime.stores.conversations.update(ctx.scope, id, changes));
  return { id };
}

function found(there: boolean): void {
  if (there) return;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "There is no such conversation.",
    fix: "Load the list again.",
  });
}
