import { GoaltraceError } from "@goaltrace/core";
import type { Prisma } from "../generated/client.ts";
import type { PrismaClient } from "../client.ts";
import { notFound } from "../stores/not-found.ts";
import { type NewAccount, toUserInput } from "./accounts.ts";
import { mayInvite, type Role, parseRole } from "./role-rules.ts";
import { hashToken } from "./tokens.ts";

/** Times are milliseconds since the epoch. */
export type Invitation = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
};

/** An invitation as the holder of its link sees it. */
export type OpenInvitation = Invitation & {
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string };
  readonly inviterName: string | null;
  /** True when the address already has an account; its owner joins by signing in. */
  readonly hasAccount: boolean;
};

/**
 * Invitation links. A token works once, until it expires, and only while its creator may still invite with that role: removing a member
 * also disables the member's invitations.
 */
export interface InvitationStore {
  /** Returns unused invitations, newest first, including expired ones that have not been withdrawn. */
  list(workspaceId: string): Promise<readonly Invitation[]>;
  /** Replaces any open invitation for the same address. Errors: CONFLICT when the address belongs to a member. */
  create(workspaceId: string, invitation: Invitation, token: string): Promise<void>;
  /** Gives the invitation a new link and disables the old one. Errors: NOT_FOUND. */
  renew(
    workspaceId: string,
    renewal: {
      readonly id: string;
      readonly token: string;
      readonly expiresAt: number;
      /** The person who renews the invitation and becomes its inviter. */
      readonly invitedBy: string;
    },
  ): Promise<Invitation>;
  /** Errors: NOT_FOUND. */
  withdraw(workspaceId: string, id: string): Promise<Invitation>;
  /**
   * Returns the invitation with this token; undefined when it was used, was withdrawn or has expired, or when its creator may no longer
   * invite with that role.
   */
  find(token: string): Promise<OpenInvitation | undefined>;
  /** Uses the token for a person with an account. Errors: NOT_FOUND; CONFLICT when the person is already a member. */
  join(token: string, personId: string): Promise<OpenInvitation>;
  /** Uses the token for a new account with the invitation's address. Errors: NOT_FOUND; CONFLICT when the address has an account. */
  joinAsNew(token: string, account: Omit<NewAccount, "email">): Promise<OpenInvitation>;
}

/** Invitations in PostgreSQL. Only the hash of a token is stored. */
export function createInvitationStore(prisma: PrismaClient): InvitationStore {
  return {
    async list(workspaceId) {
      const rows = await prisma.invitation.findMany({
        where: { workspaceId, acceptedAt: null },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      });
      return rows.map(toInvitation);
    },
    async create(workspaceId, invitation, token) {
      const email = invitation.email.toLowerCase();
      const member = await prisma.member.findFirst({ where: { workspaceId, user: { email } } });
      if (member !== null) throw conflict(`${email} is already a member.`, "Change their role in the list.");
      await prisma.$transaction([
        prisma.invitation.deleteMany({ where: { workspaceId, email, acceptedAt: null } }),
        prisma.invitation.create({
          data: {
            workspaceId,
            id: invitation.id,
            email,
            role: invitation.role,
            tokenHash: hashToken(token),
            invitedBy: invitation.invitedBy,
            createdAt: new Date(invitation.createdAt),
            expiresAt: new Date(invitation.expiresAt),
          },
        }),
      ]);
    },
    async renew(workspaceId, { id, token, expiresAt, invitedBy }) {
      const { count } = await prisma.invitation.updateMany({
        where: { workspaceId, id, acceptedAt: null },
        data: { tokenHash: hashToken(token), expiresAt: new Date(expiresAt), invitedBy },
      });
      const row =
        count === 0
          ? null
          : await prisma.invitation.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
      if (row === null) throw notFound("open invitation with this id");
      return toInvitation(row);
    },
    async withdraw(workspaceId, id) {
      const row = await prisma.invitation.findFirst({ where: { workspaceId, id, acceptedAt: null } });
      if (row === null) throw notFound("open invitation with this id");
      await prisma.invitation.deleteMany({ where: { workspaceId, id } });
      return toInvitation(row);
    },
    find: async (token) => await openInvitation(prisma, token),
    join: async (token, personId) => await useInvitation(prisma, token, async () => personId),
    joinAsNew: async (token, account) =>
      await useInvitation(prisma, token, async (client, invitation) => {
        if (invitation.hasAccount)
          throw conflict(`${invitation.email} already has an account.`, "Sign in with it to join.");
        await client.user.create({ data: toUserInput({ ...account, email: invitation.email }) });
        return account.personId;
      }),
  };
}

/** Returns the open invitation with this token; undefined when it no longer works. */
async function openInvitation(
  client: Prisma.TransactionClient,
  token: string,
): Promise<OpenInvitation | undefined> {
  const row = await client.invitation.findFirst({
    where: { tokenHash: hashToken(token), acceptedAt: null, expiresAt: { gt: new Date() } },
  });
  if (row === null) return undefined;
  // Sequential, because a transaction has one connection.
  const workspace = await client.workspace.findUnique({
    where: { id: row.workspaceId },
    select: { id: true, slug: true, name: true },
  });
  const inviter = await client.user.findUnique({ where: { id: row.invitedBy }, select: { name: true } });
  const account = await client.user.findUnique({ where: { email: row.email }, select: { id: true } });
  const key = { workspaceId: row.workspaceId, userId: row.invitedBy };
  const maker = await client.member.findUnique({ where: { workspaceId_userId: key } });
  if (workspace === null || maker === null) return undefined;
  if (!mayInvite(parseRole(maker.role), parseRole(row.role))) return undefined;
  return {
    ...toInvitation(row),
    workspace,
    inviterName: inviter?.name ?? null,
    hasAccount: account !== null,
  };
}

/** Consumes a token. `act` returns the id of the new member and runs in the same transaction. */
async function useInvitation(
  prisma: PrismaClient,
  token: string,
  act: (client: Prisma.TransactionClient, invitation: OpenInvitation) => Promise<string>,
): Promise<OpenInvitation> {
  return await prisma.$transaction(async (client) => {
    // The row lock makes the second of two concurrent uses see a used token.
    await client.$queryRaw`select id from invitation where token_hash = ${hashToken(token)} for update`;
    const invitation = await openInvitation(client, token);
    if (invitation === undefined) throw linkEnded();
    const personId = await act(client, invitation);
    const key = { workspaceId: invitation.workspace.id, userId: personId };
    if ((await client.member.findUnique({ where: { workspaceId_userId: key } })) !== null)
      throw conflict(`You are already a member of ${invitation.workspace.name}.`, "Open the workspace.");
    await client.member.create({ data: { ...key, role: invitation.role } });
    await client.invitation.update({
      where: { workspaceId_id: { workspaceId: key.workspaceId, id: invitation.id } },
      data: { acceptedAt: new Date() },
    });
    return invitation;
  });
}

function toInvitation(row: Prisma.InvitationModel): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: parseRole(row.role),
    invitedBy: row.invitedBy,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
  };
}

function linkEnded(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "This invitation is no longer valid: it was used, was withdrawn or has expired.",
    fix: "Ask the person who invited you for a new link.",
  });
}

function conflict(message: string, fix: string): GoaltraceError {
  return new GoaltraceError({ code: "CONFLICT", message, fix });
}
