import type { PrismaClient } from "../client.ts";
import type { Workspace } from "../stores/workspaces.ts";

/** What a member may do, from most to least. */
export const ROLES = ["owner", "admin", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

export type Membership = { readonly workspace: Workspace; readonly role: Role };

/** Who belongs to which workspace: the one place where membership is read (M17). */
export interface MemberStore {
  /** The membership of a person in the workspace with this slug; undefined for strangers, whether or not it exists. */
  membership(personId: string, slug: string): Promise<Membership | undefined>;
  ofPerson(personId: string): Promise<readonly Membership[]>;
  /** Adds a member or changes their role. */
  set(workspaceId: string, personId: string, role: Role): Promise<void>;
  remove(workspaceId: string, personId: string): Promise<void>;
  /** The person who has owned the workspace longest; undefined when nobody does. */
  owner(workspaceId: string): Promise<string | undefined>;
}

const include = { workspace: { select: { id: true, slug: true, name: true } } } as const;

export function createMemberStore(prisma: PrismaClient): MemberStore {
  return {
    async membership(personId, slug) {
      const row = await prisma.member.findFirst({
        where: { userId: personId, workspace: { slug } },
        include,
      });
      return row === null ? undefined : { workspace: row.workspace, role: roleOf(row.role) };
    },
    async ofPerson(personId) {
      const rows = await prisma.member.findMany({
        where: { userId: personId },
        include,
        orderBy: [{ createdAt: "asc" }, { workspaceId: "asc" }],
      });
      return rows.map((row) => ({ workspace: row.workspace, role: roleOf(row.role) }));
    },
    async set(workspaceId, personId, role) {
      await prisma.member.upsert({
        where: { workspaceId_userId: { workspaceId, userId: personId } },
        create: { workspaceId, userId: personId, role },
        update: { role },
      });
    },
    async remove(workspaceId, personId) {
      await prisma.member.deleteMany({ where: { workspaceId, userId: personId } });
    },
    async owner(workspaceId) {
      const row = await prisma.member.findFirst({
        where: { workspaceId, role: "owner" },
        orderBy: { createdAt: "asc" },
        select: { userId: true },
      });
      return row?.userId;
    },
  };
}

/** A role that this version does not know may do the least. */
function roleOf(stored: string): Role {
  return ROLES.find((role) => role === stored) ?? "viewer";
}
