import { GoaltraceError } from "@goaltrace/core";
import type { Member } from "@goaltrace/db";
import { z } from "zod";
import { ROLES } from "../../auth/roles.ts";
import { recordAudit } from "../../record-audit.ts";
import type { Actor } from "../../record-audit.ts";
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
      const member = await findMember(ctx, input.personId);
      const previous = await ctx.runtime.stores.members.changeRole(
        membershipChange(ctx, input.personId),
        input.role,
      );
      const detail = { from: previous, to: input.role };
      if (previous !== input.role)
        await recordAudit(ctx, { action: "member.role_changed", target: member.email, detail });
      return { role: input.role };
    }),

  /** Removes a member. Their streams end within seconds, their keys stop working immediately, and their content stays. */
  remove: workspaceProcedure("admin")
    .input(PERSON)
    .mutation(async ({ ctx, input }) => {
      const member = await findMember(ctx, input.personId);
      const role = await ctx.runtime.stores.members.leave(membershipChange(ctx, input.personId));
      await recordAudit(ctx, { action: "member.removed", target: member.email, detail: { role } });
      return { removed: true };
    }),

  leave: workspaceProcedure("viewer").mutation(async ({ ctx }) => {
    const role = await ctx.runtime.stores.members.leave(membershipChange(ctx, ctx.person.id));
    await recordAudit(ctx, { action: "member.left", target: ctx.person.email, detail: { role } });
    return { left: true };
  }),
});

type Change = Parameters<Actor["runtime"]["stores"]["members"]["leave"]>[0];

function membershipChange(actor: Actor, personId: string): Change {
  return { workspaceId: actor.membership.id, personId, actor: { personId: actor.person.id } };
}

async function findMember(actor: Actor, personId: string): Promise<Member> {
  const members = await actor.runtime.stores.members.list(actor.membership.id);
  const member = members.find((candidate) => candidate.personId === personId);
  if (member !== undefined) return member;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "This person is not a member of the workspace.",
    fix: "Reload the list; they may have left.",
  });
}
