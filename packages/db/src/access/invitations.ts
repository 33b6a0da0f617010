import { GoaltraceError } from "@goaltrace/core";
import type { Prisma } from "../generated/client.ts";
import type { PrismaClient } from "../client.ts";
import { missing } from "../stores/missing.ts";
import { type NewAccount, userOf } from "./accounts.ts";
import { mayInvite, type Role, roleOf } from "./role-rules.ts";
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

/** An invitation as who holds its link sees it. */
export type OpenInvitation = Invitation & {
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string };
  readonly inviterName: string | null;
  /** Whether its address has an account, which then joins by signing in. */
  readonly hasAccount: boolean;
};

/**
 * Links that let people in. Who holds the token may use it once, until it expires, and as long as who made it may still invite so: a member
 * who was removed has no door left open.
 */
export interface InvitationStore {
  /** Not yet used, newest first; expired ones too, until they are withdrawn. */
  list(workspaceId: string): Promise<readonly Invitation[]>;
  /** Replaces what is open for the same address. Errors: CONFLICT when a member has the address. */
  create(workspaceId: string, invitation: Invitation, token: string): Promise<void>;
  /** Gives the invitation a new link; the old one ends. Errors: NOT_FOUND. */
  renew(
    workspaceId: string,
    renewal: {
      readonly id: string;
      readonly token: string;
      readonly expiresAt: number;
      /** Who renews it, and so answers for it from now on. */
      readonly invitedBy: string;
    },
  ): Promise<Invitation>;
  /** Errors: NOT_FOUND. */
  withdraw(workspaceId: string, id: string): Promise<Invitation>;
  /** What the token leads to; undefined when it was used, withdrawn or has expired, or its maker may no longer invite so. */
  find(token: string): Promise<OpenInvitation | undefined>;
  /** Uses the token for a person who has an account. Errors: NOT_FOUND, CONFLICT when they are a member already. */
  join(token: string, personId: string): Promise<OpenInvitation>;
  /** Uses the token for a new account with the invitation's address. Errors: NOT_FOUND, CONFLICT when the address has one. */
  joinAsNew(token: string, account: Omit<NewAccount, "email">): Promise<OpenInvitation>;
}

/** Invitations over PostgreSQL; of a token only its hash is stored. */
export function createInvitationStore(prisma: PrismaClient): InvitationStore {
  return {
    async list(workspaceId) {
      const rows = await prisma.invitation.findMany({
        where: { workspaceId, acceptedAt: null },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      });
      return rows.map(invitationOf);
    },
    async create(workspaceId, invitation, token) {
      const email = invitation.email.toLowerCase();
      const member = await prisma.member.findFirst({ where: { workspaceId, user: { email } } });
      if (member !== null) throw conflict(`${email} is a member already.`, "Change their role in the list.");
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
      if (row === null) throw missing("such open invitation");
      return invitationOf(row);
    },
    async withdraw(workspaceId, id) {
      const row = await prisma.invitation.findFirst({ where: { workspaceId, id, acceptedAt: null } });
      if (row === null) throw missing("such open invitation");
      await prisma.invitation.deleteMany({ where: { workspaceId, id } });
      return invitationOf(row);
    },
    find: async (token) => await openInvitation(prisma, token),
    join: async (token, personId) => await useInvitation(prisma, token, async () => personId),
    joinAsNew: async (token, account) =>
      await useInvitation(prisma, token, async (client, invitation) => {
        if (invitation.hasAccount)
          throw conflict(`${invitation.email} has an account already.`, "Sign in with it to join.");
        await client.user.create({ data: userOf({ ...account, email: invitation.email }) });
        return account.personId;
      }),
  };
}

/** What a token leads to now; undefined when its link has ended. */
async function openInvitation(
  client: Prisma.TransactionClient,
  token: string,
): Promise<OpenInvitation | undefined> {
  const row = await client.invitation.findFirst({
    where: { tokenHash: hashToken(token), acceptedAt: null, expiresAt: { gt: new Date() } },
  });
  if (row === null) return undefined;
  // One after another: a transaction has one connection.
  const workspace = await client.workspace.findUnique({
    where: { id: row.workspaceId },
    select: { id: true, slug: true, name: true },
  });
  const inviter = await client.user.findUnique({ where: { id: row.invitedBy }, select: { name: true } });
  const account = await client.user.findUnique({ where: { email: row.email }, select: { id: true } });
  const key = { workspaceId: row.workspaceId, userId: row.invitedBy };
  const maker = await client.member.findUnique({ where: { workspaceId_userId: key } });
  if (workspace === null || maker === null) return undefined;
  if (!mayInvite(roleOf(maker.role), roleOf(row.role))) return undefined;
  return {
    ...invitationOf(row),
    workspace,
    inviterName: inviter?.name ?? null,
    hasAccount: account !== null,
  };
}

/** Uses a token up: `act` gives the id of the person who becomes a member, in the same transaction. */
async function useInvitation(
  prisma: PrismaClient,
  token: string,
  act: (client: Prisma.TransactionClient, invitation: OpenInvitation) => Promise<string>,
): Promise<OpenInvitation> {
  return await prisma.$transaction(async (client) => {
    // Of two that use one link at the same moment the second finds it used.
    await client.$queryRaw`select id from invitation where token_hash = ${hashToken(token)} for update`;
    const invitation = await openInvitation(client, token);
    if (invitation === undefined) throw linkEnded();
    const personId = await act(client, invitation);
    const key = { workspaceId: invitation.workspace.id, userId: personId };
    if ((await client.member.findUnique({ where: { workspaceId_userId: key } })) !== null)
      throw conflict(`You are a member of ${invitation.workspace.name} already.`, "Open the workspace.");
    await client.member.create({ data: { ...key, role: invitation.role } });
    await client.invitation.update({
      where: { workspaceId_id: { workspaceId: key.workspaceId, id: invitation.id } },
      data: { acceptedAt: new Date() },
    });
    return invitation;
  });
}

function invitationOf(row: Prisma.InvitationModel): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: roleOf(row.role),
    invitedBy: row.invitedBy,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
  };
}

function linkEnded(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "This invitation does not hold any more: it was used, withdrawn or has expired.",
    fix: "Ask who invited you for a new link.",
  });
}

function conflict(message: string, fix: string): GoaltraceError {
  return new GoaltraceError({ code: "CONFLICT", message, fix });
}
