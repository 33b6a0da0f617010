import type { Trace } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import type { ConversationChanges } from "@goaltrace/db";
import { continueDeletion, deleteConversation, readConversation } from "@goaltrace/host";
import { z } from "zod";
import { mayDeleteOthers } from "../../auth/roles.ts";
import { recordAudit } from "../../record-audit.ts";
import type { Runtime } from "../../runtime.ts";
import { router, workspaceProcedure } from "../trpc.ts";
import { SERVER_TOOLS } from "./server-tools.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const CURSOR = z.string().max(500).nullish();
/** The audience of a conversation and its traces: its owner only, or the whole workspace. */
const VISIBILITIES = ["private", "shared"] as const;
type Visibility = (typeof VISIBILITIES)[number];
const LIST_PAGE = 50;
/** Turns of a conversation that are loaded at once; older ones are reachable through the trace list. */
const MAX_TURNS = 200;

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
      const conversation = await readConversation(ctx.runtime.stores, ctx.scope, input.id);
      const { id, title, pinned, folderId, model, agent = null, budget = null } = conversation;
      const { serverTools = null } = conversation;
      const page = await ctx.runtime.stores.traces.list(
        ctx.scope,
        { conversationId: id },
        { cursor: null, limit: MAX_TURNS },
      );
      const traces: Trace[] = [...page.items].reverse();
      const visibility: Visibility = conversation.shared ? "shared" : "private";
      const mine = conversation.personId === ctx.person.id;
      return { id, title, pinned, folderId, model, agent, budget, serverTools, visibility, mine, traces };
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

  /** Chooses the tools of MCP servers that later runs of the conversation may use, within those of their agent. */
  setServerTools: workspaceProcedure("member")
    .input(ID.extend({ serverTools: SERVER_TOOLS }))
    .mutation(async ({ ctx, input }) => change(ctx, input.id, { serverTools: input.serverTools })),

  /** Shares the caller's own conversation and its traces with the workspace, or makes them private again. Effective immediately. */
  setVisibility: workspaceProcedure("member")
    .input(ID.extend({ visibility: z.enum(VISIBILITIES) }))
    .mutation(async ({ ctx, input }) => {
      const shared = input.visibility === "shared";
      await ctx.runtime.stores.conversations.share(ctx.scope, input.id, shared);
      const action = shared ? "conversation.shared" : "conversation.unshared";
      await recordAudit(ctx, { action, target: input.id });
      return { id: input.id, visibility: input.visibility };
    }),

  delete: workspaceProcedure("member")
    .input(ID)
    .mutation(async ({ ctx, input }) => {
      await ctx.runtime.stores.conversations.remove(ctx.scope, input.id);
      await recordAudit(ctx, { action: "conversation.removed", target: input.id });
      return { id: input.id };
    }),

  restore: workspaceProcedure("member")
    .input(ID)
    .mutation(async ({ ctx, input }) => {
      await ctx.runtime.stores.conversations.restore(ctx.scope, input.id);
      await recordAudit(ctx, { action: "conversation.restored", target: input.id });
      return { id: input.id };
    }),

  /** The extent of `deletePermanently`. */
  contents: workspaceProcedure("member")
    .input(ID)
    .query(async ({ ctx, input }) =>
      ctx.runtime.stores.deletions.contents(ctx.scope, input.id, {
        ofOthers: mayDeleteOthers(ctx.membership.role),
      }),
    ),

  /** Deletes a conversation with its runs and everything that belongs to them. A long deletion continues after the answer. */
  deletePermanently: workspaceProcedure("member")
    .input(ID)
    .mutation(async ({ ctx, input }) =>
      deleteConversation(ctx.runtime, ctx.scope, {
        id: input.id,
        ofOthers: mayDeleteOthers(ctx.membership.role),
        onBegun: async () => recordAudit(ctx, { action: "conversation.deleted", target: input.id }),
      }),
    ),

  /** Continues `deletePermanently` and answers with its progress. */
  continueDeletion: workspaceProcedure("member")
    .input(ID)
    .mutation(async ({ ctx, input }) =>
      continueDeletion(ctx.runtime, ctx.scope, {
        id: input.id,
        ofOthers: mayDeleteOthers(ctx.membership.role),
      }),
    ),

  /** Stops `deletePermanently`: deleted runs stay deleted, and the conversation comes back with the others. */
  stopDeletion: workspaceProcedure("member")
    .input(ID)
    .mutation(async ({ ctx, input }) => {
      const outcome = await ctx.runtime.stores.deletions.stop(ctx.scope, input.id, {
        ofOthers: mayDeleteOthers(ctx.membership.role),
      });
      if (outcome.state === "stopped")
        await recordAudit(ctx, { action: "conversation.deletion_stopped", target: input.id });
      return outcome;
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
