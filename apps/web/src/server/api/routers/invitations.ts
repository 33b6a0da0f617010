import { GoaltraceError } from "@goaltrace/core";
import type { Invitation, OpenInvitation } from "@goaltrace/db";
import { mayInvite, newToken } from "@goaltrace/db";
import { z } from "zod";
import { PASSWORD_LONGEST, PASSWORD_SHORTEST } from "../../auth/create-auth.ts";
import { ROLES } from "../../auth/roles.ts";
import type { Role } from "../../auth/roles.ts";
import { noteAudit } from "../../note-audit.ts";
import type { Runtime } from "../../runtime.ts";
import { personProcedure, publicProcedure, router, workspaceProcedure } from "../trpc.ts";

const ID = z.object({ id: z.string().min(1).max(100) });
const TOKEN = z.object({ token: z.string().min(20).max(100) });
/** Long enough for a holiday weekend, short enough that a forgotten link is no standing door. */
const HOLDS_MS = 7 * 24 * 3_600_000;

export const invitationsRouter = router({
  list: workspaceProcedure("admin").query(async ({ ctx }) => {
    const { stores } = ctx.runtime;
    const [items, members] = await Promise.all([
      stores.invitations.list(ctx.membership.id),
      stores.members.list(ctx.membership.id),
    ]);
    const nameOf = (id: string): string | null => members.find((one) => one.personId === id)?.name ?? null;
    return items.map((item) => ({ ...item, inviterName: nameOf(item.invitedBy) }));
  }),

  /** Makes a link and shows it this once: only its hash is kept, and no mail is sent. */
  create: workspaceProcedure("admin")
    .input(z.object({ email: z.email().max(200), role: z.enum(ROLES) }))
    .mutation(async ({ ctx, input }) => {
      mustBeAllowed(ctx.membership.role, input.role);
      const { runtime, person } = ctx;
      const token = newToken();
      const now = runtime.clock.now();
      const invitation: Invitation = {
        id: runtime.ids.next(),
        email: input.email.toLowerCase(),
        role: input.role,
        invitedBy: person.id,
        createdAt: now,
        expiresAt: now + HOLDS_MS,
      };
      await runtime.stores.invitations.create(ctx.membership.id, invitation, token);
      const detail = { role: input.role };
      await noteAudit(ctx, { action: "invitation.created", target: invitation.email, detail });
      return { id: invitation.id, path: pathOf(token), expiresAt: invitation.expiresAt };
    }),

  /** A new link for an open invitation; the old one ends. */
  renew: workspaceProcedure("admin")
    .input(ID)
    .mutation(async ({ ctx, input }) => {
      const { stores, clock } = ctx.runtime;
      const open = (await stores.invitations.list(ctx.membership.id)).find((one) => one.id === input.id);
      if (open !== undefined) mustBeAllowed(ctx.membership.role, open.role);
      const token = newToken();
      const expiresAt = clock.now() + HOLDS_MS;
      const renewal = { id: input.id, token, expiresAt, invitedBy: ctx.person.id };
      const renewed = await stores.invitations.renew(ctx.membership.id, renewal);
      await noteAudit(ctx, { action: "invitation.renewed", target: renewed.email });
      return { id: renewed.id, path: pathOf(token), expiresAt };
    }),

  withdraw: workspaceProcedure("admin")
    .input(ID)
    .mutation(async ({ ctx, input }) => {
      const gone = await ctx.runtime.stores.invitations.withdraw(ctx.membership.id, input.id);
      await noteAudit(ctx, { action: "invitation.withdrawn", target: gone.email });
      return { withdrawn: true };
    }),

  /** What a link leads to, for who holds it. */
  read: publicProcedure.input(TOKEN).query(async ({ ctx, input }) => {
    const found = await ctx.runtime.stores.invitations.find(input.token);
    if (found === undefined) throw linkEnded();
    const { email, role, expiresAt, inviterName, hasAccount, workspace } = found;
    const asked = { email, role, expiresAt, inviterName, hasAccount };
    return { ...asked, workspace: workspace.name, signedInAs: ctx.person?.email ?? null };
  }),

  /** Joins with the account that is signed in. */
  accept: personProcedure.input(TOKEN).mutation(async ({ ctx, input }) => {
    const joined = await ctx.runtime.stores.invitations.join(input.token, ctx.person.id);
    await noteJoined(ctx.runtime, joined, ctx.person);
    return { workspace: joined.workspace.slug };
  }),

  /** Makes an account with the invitation's address, and joins. The page signs in with the same words right after. */
  createAccount: publicProcedure
    .input(
      TOKEN.extend({
        name: z.string().trim().min(1).max(100),
        password: z.string().min(PASSWORD_SHORTEST).max(PASSWORD_LONGEST),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { stores, ids, auth } = ctx.runtime;
      // Hashing is dear: nobody gets it without a link that holds.
      if ((await stores.invitations.find(input.token)) === undefined) throw linkEnded();
      const account = {
        personId: ids.next(),
        accountId: ids.next(),
        name: input.name,
        passwordHash: await auth.hashPassword(input.password),
      };
      const joined = await stores.invitations.joinAsNew(input.token, account);
      await noteJoined(ctx.runtime, joined, { id: account.personId, name: input.name, email: joined.email });
      return { workspace: joined.workspace.slug, email: joined.email };
    }),
});

async function noteJoined(
  runtime: Runtime,
  joined: OpenInvitation,
  person: { readonly id: string; readonly name: string; readonly email: string },
): Promise<void> {
  const detail = { role: joined.role, invited: joined.email };
  const actor = { runtime, person, membership: joined.workspace };
  await noteAudit(actor, { action: "member.joined", target: person.email, detail });
}

function pathOf(token: string): string {
  return `/invite/${token}`;
}

function mustBeAllowed(mine: Role, role: Role): void {
  if (mayInvite(mine, role)) return;
  throw new GoaltraceError({
    code: "NOT_ALLOWED",
    message: "Only owners make owners.",
    fix: "Invite with another role, or ask an owner.",
  });
}

function linkEnded(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "This invitation does not hold any more: it was used, withdrawn or has expired.",
    fix: "Ask who invited you for a new link.",
  });
}
