import {
  readAgentBudget,
  readWorkspaceBudget,
  setAgentBudget,
  setConversationBudget,
  setWorkspaceBudget,
} from "@goaltrace/host";
import { z } from "zod";
import { roleIncludes } from "../../auth/roles.ts";
import { recordAudit } from "../../record-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

/** A budget as people write it; longer than any that can be read. */
const BUDGET = z.string().max(200);

/** Budgets of the workspace for a day, and of the runs of a conversation. */
export const budgetsRouter = router({
  get: workspaceProcedure("viewer").query(async ({ ctx }) => ({
    ...(await readWorkspaceBudget(ctx.runtime, ctx.scope)),
    editable: roleIncludes(ctx.membership.role, "admin"),
  })),

  /** Sets the budget of the workspace; an empty text removes it. Errors: INVALID_INPUT for an unreadable budget. */
  save: workspaceProcedure("admin")
    .input(z.object({ budget: BUDGET }))
    .mutation(async ({ ctx, input }) => {
      const saved = await setWorkspaceBudget(ctx.runtime, ctx.scope, input.budget);
      await recordAudit(ctx, { action: "budget.changed", target: saved.budget });
      return saved;
    }),

  /** The agents of the workspace, each with the budget of its runs. */
  agents: workspaceProcedure("viewer").query(async ({ ctx }) => {
    const { workspaceId } = ctx.scope;
    const { agents } = await ctx.runtime.readAgents({ workspaceId, projectFolder: null });
    return {
      items: await Promise.all(agents.map(async ({ name }) => readAgentBudget(ctx.runtime, ctx.scope, name))),
      editable: roleIncludes(ctx.membership.role, "admin"),
    };
  }),

  /** Sets the budget of each run of an agent; an empty text removes it. Errors: NOT_FOUND; INVALID_INPUT for an unreadable budget. */
  saveForAgent: workspaceProcedure("admin")
    .input(z.object({ agent: z.string().min(1).max(100), budget: BUDGET }))
    .mutation(async ({ ctx, input }) => {
      const saved = await setAgentBudget(ctx.runtime, ctx.scope, { agent: input.agent, text: input.budget });
      await recordAudit(ctx, {
        action: "budget.changed",
        target: saved.budget,
        detail: { agent: saved.agent },
      });
      return saved;
    }),

  /** Sets the budget of each run of a conversation; an empty text removes it. Errors: INVALID_INPUT for an unreadable budget. */
  setForConversation: workspaceProcedure("member")
    .input(z.object({ id: z.string().min(1).max(100), budget: BUDGET }))
    .mutation(async ({ ctx, input }) =>
      setConversationBudget(ctx.runtime, ctx.scope, { conversationId: input.id, text: input.budget }),
    ),
});
