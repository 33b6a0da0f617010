import { GoaltraceError } from "@goaltrace/core";
import type { Member } from "@goaltrace/db";
import { z } from "zod";
import { ROLES } from "../../auth/roles.ts";
import { noteAudit } from "../../note-audit.ts";
import type { Actor } from "../../note-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const PERSON = z.object({ personId: z.string().min(1).max(100) });

export const membersRouter = router({
  list: workspaceProcedure("viewer").query(async ({ ctx }) => {
    const items = await ctx.runtime.stores.members.list(ctx.membership.id);
    return { items, you: ctx.person.id, role: ctx.membership.role };
  }),

  setRole: workspaceProcedure("admin")
    .input(PERSON.extend({ role: z.enum(ROLES) }))
    .mutation(async ({ ctx, input }) => {
      const member = await find(ctx, input.personId);
      const before = await ctx.runtime.stores.members.changeRole(changeOf(ctx, input.personId), input.role);
      const detail = { from: before, to: input.role };
      if (before !== input.role)
        await noteAudit(ctx, { action: "member.role_changed", target: member.email, detail });
      return { role: input.role };
    }),

  /** Their streams end within seconds, their keys at once; what they wrote stays. */
  remove: workspaceProcedure("admin")
    .input(PERSON)
    .mutation(async ({ ctx, input }) => {
      const member = await find(ctx, input.personId);
      const role = await ctx.runtime.stores.members.leave(changeOf(ctx, input.personId));
      await noteAudit(ctx, { action: "member.removed", target: member.email, detail: { role } });
      return { removed: true };
    }),

  leave: workspaceProcedure("viewer").mutation(async ({ ctx }) => {
    const role = await ctx.runtime.stores.members.leave(changeOf(ctx, ctx.person.id));
    await noteAudit(ctx, { action: "member.left", target: ctx.person.email, detail: { role } });
    return { left: true };
  }),
});

type Change = Parameters<Actor["runtime"]["stores"]["members"]["leave"]>[0];

function changeOf(actor: Actor, personId: string): Change {
  return { workspaceId: actor.membership.id, personId, actor: { personId: actor.person.id } };
}

async function find(actor: Actor, personId: string): Promise<Member> {
  const members = await actor.runtime.stores.members.list(actor.membership.id);
  const member = members.find((one) => one.personId === personId);
  if (member !== undefined) return member;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "There is no such member of this workspace.",
    fix: "Load the list again; they may have left.",
  });
}
