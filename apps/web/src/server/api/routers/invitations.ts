import { GoaltraceError } from "@goaltrace/core";
import type { Invitation, OpenInvitation } from "@goaltrace/db";
import { mayInvite, newToken } from "@goaltrace/db";
import { z } from "zod";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../../auth/create-auth.ts";
import { ROLES } from "../../auth/roles.ts";
import type { Role } from "../../auth/roles.ts";
import { recordAudit } from "../../record-audit.ts";
import type { Runtime } from "../../runtime.ts";
import { personProcedure, publicProcedure, router, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const TOKEN = z.object({ token: z.string().min(20).max(100) });
/** Long enough for a holiday weekend, short enough that a forgotten link does not stay open. */
const INVITATION_TTL_MS = 7 * 24 * 3_600_000;

export const invitationsRouter = router({
  list: workspaceProcedure("admin").query(async ({ ctx }) => {
    const { stores } = ctx.runtime;
    const [items, members] = await Promise.all([
      stores.invitations.list(ctx.membership.id),
      stores.members.list(ctx.membership.id),
    ]);
    const memberName = (id: string): string | null =>
      members.find(({ personId }) => personId === id)?.name ?? null;
    return items.map((item) => ({ ...item, inviterName: memberName(item.invitedBy) }));
  }),

  /** Creates an invitation link. The link is returned only here: the server stores its hash and sends no email. */
  create: workspaceProcedure("admin")
    .input(z.object({ email: z.email().max(200), role: z.enum(ROLES) }))
    .mutation(async ({ ctx, input }) => {
      assertCanInvite(ctx.membership.role, input.role);
      const { runtime, person } = ctx;
      const token = newToken();
      const now = runtime.clock.now();
      const invitation: Invitation = {
        id: runtime.ids.next(),
        email: input.email.toLowerCase(),
        role: input.role,
        invitedBy: person.id,
        createdAt: now,
        expiresAt: now + INVITATION_TTL_MS,
      };
      await runtime.stores.invitations.create(ctx.membership.id, invitation, token);
      const detail = { role: input.role };
      await recordAudit(ctx, { action: "invitation.created", target: invitation.email, detail });
      return { id: invitation.id, path: invitationPath(token), expiresAt: invitation.expiresAt };
    }),

  /** Replaces the link of an open invitation; the previous link stops working. */
  renew: workspaceProcedure("admin")
    .input(ID)
    .mutation(async ({ ctx, input }) => {
      const { stores, clock } = ctx.runtime;
      const open = (await stores.invitations.list(ctx.membership.id)).find(({ id }) => id === input.id);
      if (open !== undefined) assertCanInvite(ctx.membership.role, open.role);
      const token = newToken();
      const expiresAt = clock.now() + INVITATION_TTL_MS;
      const renewal = { id: input.id, token, expiresAt, invitedBy: ctx.person.id };
      const renewed = await stores.invitations.renew(ctx.membership.id, renewal);
      await recordAudit(ctx, { action: "invitation.renewed", target: renewed.email });
      return { id: renewed.id, path: invitationPath(token), expiresAt };
    }),

  withdraw: workspaceProcedure("admin")
    .input(ID)
    .mutation(async ({ ctx, input }) => {
      const withdrawn = await ctx.runtime.stores.invitations.withdraw(ctx.membership.id, input.id);
      await recordAudit(ctx, { action: "invitation.withdrawn", target: withdrawn.email });
      return { withdrawn: true };
    }),

  /** The invitation behind a link. The token is the only credential. */
  read: publicProcedure.input(TOKEN).query(async ({ ctx, input }) => {
    const invitation = await ctx.runtime.stores.invitations.find(input.token);
    if (invitation === undefined) throw invalidLink();
    const { email, role, expiresAt, inviterName, hasAccount, workspace } = invitation;
    const details = { email, role, expiresAt, inviterName, hasAccount };
    return { ...details, workspace: workspace.name, signedInAs: ctx.person?.email ?? null };
  }),

  /** Joins the workspace with the signed-in account. */
  accept: personProcedure.input(TOKEN).mutation(async ({ ctx, input }) => {
    const joined = await ctx.runtime.stores.invitations.join(input.token, ctx.person.id);
    await recordJoin(ctx.runtime, joined, ctx.person);
    return { workspace: joined.workspace.slug };
  }),

  /** Creates an account with the invited email address and joins. The page then signs in with the same credentials. */
  createAccount: publicProcedure
    .input(
      TOKEN.extend({
        name: z.string().trim().min(1).max(100),
        password: z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { stores, ids, auth } = ctx.runtime;
      // Hashing is expensive, so it runs only for a valid link.
      if ((await stores.invitations.find(input.token)) === undefined) throw invalidLink();
      const account = {
        personId: ids.next(),
        accountId: ids.next(),
        name: input.name,
        passwordHash: await auth.hashPassword(input.password),
      };
      const joined = await stores.invitations.joinAsNew(input.token, account);
      await recordJoin(ctx.runtime, joined, { id: account.personId, name: input.name, email: joined.email });
      return { workspace: joined.workspace.slug, email: joined.email };
    }),
});

async function recordJoin(
  runtime: Runtime,
  joined: OpenInvitation,
  person: { readonly id: string; readonly name: string; readonly email: string },
): Promise<void> {
  const detail = { role: joined.role, invited: joined.email };
  const actor = { runtime, person, membership: joined.workspace };
  await recordAudit(actor, { action: "member.joined", target: person.email, detail });
}

function invitationPath(token: string): string {
  return `/invite/${token}`;
}

function assertCanInvite(ownRole: Role, role: Role): void {
  if (mayInvite(ownRole, role)) return;
  throw new GoaltraceError({
    code: "NOT_ALLOWED",
    message: "Only an owner can invite an owner.",
    fix: "Choose another role, or ask an owner to send this invitation.",
  });
}

function invalidLink(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "This invitation is no longer valid: it was used or withdrawn, or it has expired.",
    fix: "Ask the person who invited you for a new link.",
  });
}
