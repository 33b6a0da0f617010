import type { Scope } from "@goaltrace/core";
import type { Trace } from "@goaltrace/core/log";
import type { ConversationChanges } from "@goaltrace/db";
import { readConversation } from "@goaltrace/host";
import { z } from "zod";
import { noteAudit } from "../../note-audit.ts";
import type { Runtime } from "../../runtime.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const CURSOR = z.string().max(500).nullish();
/** Who sees a conversation and its traces: its person alone, or the whole workspace. */
const VISIBILITIES = ["private", "shared"] as const;
type Visibility = (typeof VISIBILITIES)[number];
const LIST_PAGE = 50;
/** Turns of one conversation that are opened at once; older ones are reached through the trace list. */
const TURNS = 200;

export const conversationsRouter = router({
  list: workspaceProcedure("viewer")
    .input(z.object({ cursor: CURSOR, text: z.string().max(300).optional() }))
    .query(async ({ ctx, input }) =>
      ctx.runtime.stores.conversations.list(ctx.scope, {
        cursor: input.cursor ?? null,
        limit: LIST_PAGE,
        text: input.text,
      }),
    ),

  get: workspaceProcedure("viewer")
    .input(ID)
    .query(async ({ ctx, input }) => {
      const found = await readConversation(ctx.runtime.stores, ctx.scope, input.id);
      const { id, title, pinned, folderId, model } = found;
      const page = await ctx.runtime.stores.traces.list(
        ctx.scope,
        { conversationId: id },
        { cursor: null, limit: TURNS },
      );
      const traces: Trace[] = [...page.items].reverse();
      const visibility: Visibility = found.shared ? "shared" : "private";
      const mine = found.personId === ctx.person.id;
      return { id, title, pinned, folderId, model, visibility, mine, traces };
    }),

  rename: workspaceProcedure("member")
    .input(ID.extend({ title: z.string().trim().min(1).max(200) }))
    .mutation(async ({ ctx, input }) => {
      const { redact } = await ctx.runtime.getRedactor(ctx.scope.workspaceId);
      return change(ctx, input.id, { title: redact(input.title) });
    }),

  pin: workspaceProcedure("member")
    .input(ID.extend({ pinned: z.boolean() }))
    .mutation(async ({ ctx, input }) => change(ctx, input.id, { pinned: input.pinned })),

  /** Shows a conversation of one's own with its traces to the whole workspace, or takes it back. Effective at once. */
  setVisibility: workspaceProcedure("member")
    .input(ID.extend({ visibility: z.enum(VISIBILITIES) }))
    .mutation(async ({ ctx, input }) => {
      const shared = input.visibility === "shared";
      await ctx.runtime.stores.conversations.share(ctx.scope, input.id, shared);
      const action = shared ? "conversation.shared" : "conversation.unshared";
      await noteAudit(ctx, { action, target: input.id });
      return { id: input.id, visibility: input.visibility };
    }),

  delete: workspaceProcedure("member")
    .input(ID)
    .mutation(async ({ ctx, input }) => {
      await ctx.runtime.stores.conversations.remove(ctx.scope, input.id);
      await noteAudit(ctx, { action: "conversation.removed", target: input.id });
      return { id: input.id };
    }),

  restore: workspaceProcedure("member")
    .input(ID)
    .mutation(async ({ ctx, input }) => {
      await ctx.runtime.stores.conversations.restore(ctx.scope, input.id);
      await noteAudit(ctx, { action: "conversation.restored", target: input.id });
      return { id: input.id };
    }),
});

type Change = Omit<ConversationChanges, "updatedAt">;

async function change(
  ctx: { readonly runtime: Pick<Runtime, "stores">; readonly scope: Scope },
  id: string,
  changes: Change,
): Promise<{ id: string }> {
  await ctx.runtime.stores.conversations.update(ctx.scope, id, changes);
  return { id };
}
