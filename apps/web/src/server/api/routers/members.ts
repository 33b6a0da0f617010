import { GoaltraceError } from "@goaltrace/core";
import { ORPHANED_RUN_POLICIES } from "@goaltrace/db";
import type { AlteredMember, Member } from "@goaltrace/db";
import { z } from "zod";
import { ROLES } from "../../auth/roles.ts";
import { recordAudit } from "../../record-audit.ts";
import type { Actor } from "../../record-audit.ts";
import { router, workspaceProcedure } from "../trpc.ts";

const PERSON = z.object({ personId: z.string().min(1).max(100) });

export const membersRouter = router({
  list: workspaceProcedure("viewer").query(async ({ ctx }) => {
    const items = await ctx.runtime.stores.members.list(ctx.membership.id);
    const orphanedRuns = await ctx.runtime.stores.members.orphanedRuns(ctx.membership.id);
    return { items, you: ctx.person.id, role: ctx.membership.role, orphanedRuns };
  }),

  /** Sets what happens to the running agents of a person who may no longer run them. */
  setOrphanedRuns: workspaceProcedure("admin")
    .input(z.object({ policy: z.enum(ORPHANED_RUN_POLICIES) }))
    .mutation(async ({ ctx, input: { policy } }) => {
      const { members } = ctx.runtime.stores;
      const from = await members.orphanedRuns(ctx.membership.id);
      await members.setOrphanedRuns(ctx.membership.id, policy);
      const change = { action: "workspace.orphaned_runs_changed", target: ctx.membership.name } as const;
      if (from !== policy) await recordAudit(ctx, { ...change, detail: { from, to: policy } });
      return { policy };
    }),

  setRole: workspaceProcedure("admin")
    .input(PERSON.extend({ role: z.enum(ROLES) }))
    .mutation(async ({ ctx, input }) => {
      const member = await findMember(ctx, input.personId);
      const { previous, runs } = await ctx.runtime.stores.members.changeRole(
        membershipChange(ctx, input.personId),
        input.role,
      );
      const detail = { from: previous, to: input.role, ...endedRuns(runs) };
      if (previous !== input.role)
        await recordAudit(ctx, { action: "member.role_changed", target: member.email, detail });
      return { role: input.role };
    }),

  /** Removes a member. Their streams, keys, links and running agents end; their content stays. */
  remove: workspaceProcedure("admin")
    .input(PERSON)
    .mutation(async ({ ctx, input }) => {
      const member = await findMember(ctx, input.personId);
      const { previous: role, runs } = await ctx.runtime.stores.members.leave(
        membershipChange(ctx, input.personId),
      );
      await recordAudit(ctx, {
        action: "member.removed",
        target: member.email,
        detail: { role, ...endedRuns(runs) },
      });
      return { removed: true };
    }),

  leave: workspaceProcedure("viewer").mutation(async ({ ctx }) => {
    const { previous: role, runs } = await ctx.runtime.stores.members.leave(
      membershipChange(ctx, ctx.person.id),
    );
    await recordAudit(ctx, {
      action: "member.left",
      target: ctx.person.email,
      detail: { role, ...endedRuns(runs) },
    });
    return { left: true };
  }),
});

type Change = Parameters<Actor["runtime"]["stores"]["members"]["leave"]>[0];

function membershipChange(actor: Actor, personId: string): Change {
  return { workspaceId: actor.membership.id, personId, actor: { personId: actor.person.id } };
}

/** The counts of runs that a change ended or handed over, for the audit log; nothing when there were none. */
function endedRuns({ canceled, handedOver }: AlteredMember["runs"]): Readonly<Record<string, string>> {
  return {
    ...(canceled > 0 ? { runsCanceled: String(canceled) } : {}),
    ...(handedOver > 0 ? { runsHandedOver: String(handedOver) } : {}),
  };
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
