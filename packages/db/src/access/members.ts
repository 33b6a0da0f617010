import { GoaltraceError } from "@goaltrace/core";
import type pg from "pg";
import { createBatch } from "../batch.ts";
import type { Prisma } from "../generated/client.ts";
import type { PrismaClient } from "../client.ts";
import { notFound } from "../stores/not-found.ts";
import type { Workspace } from "../stores/workspaces.ts";
import { query } from "../sql.ts";
import { CALLERS_MAX_BATCH, MEMBER_SEEN_MS } from "../tunables.ts";
import {
  endRights,
  type EndedRuns,
  type OrphanedRunPolicy,
  readOrphanedRunPolicy,
  saveOrphanedRunPolicy,
} from "./end-rights.ts";
import { membershipRefusal, type Role, parseRole } from "./role-rules.ts";

/** A workspace with the person's role in it. */
export type Membership = Workspace & { readonly role: Role };

/** A member of a workspace. Times are milliseconds since the epoch; `lastSeenAt` is null before the first visit. */
export type Member = {
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly lastSeenAt: number | null;
};

/** A requested change of a membership and the person who requests it. */
export type MemberChange = {
  readonly workspaceId: string;
  readonly personId: string;
  readonly actor: { readonly personId: string };
};

/** A changed membership: its previous role, and the fate of the person's running agents if they may no longer run any. */
export type AlteredMember = { readonly previous: Role; readonly runs: EndedRuns };

/**
 * Memberships of workspaces. All reads of memberships go through this store, except that a key is found with its membership, and every change ends
 * whatever depends on it (`endRights`).
 */
export interface MemberStore {
  /**
   * Returns the person's membership in the workspace with this slug; undefined for non-members, whether or not the workspace exists.
   * Updates `lastSeenAt`.
   */
  membership(personId: string, slug: string): Promise<Membership | undefined>;
  /** Returns all memberships of the person, oldest first. */
  ofPerson(personId: string): Promise<readonly Membership[]>;
  /** Returns all members of a workspace in the order they joined. */
  list(workspaceId: string): Promise<readonly Member[]>;
  /**
   * Changes a member's role. Errors: NOT_FOUND; NOT_ALLOWED as in `membershipRefusal`; CONFLICT when no owner would remain.
   */
  changeRole(change: MemberChange, role: Role): Promise<AlteredMember>;
  /** Ends a membership. Errors: as `changeRole`. */
  leave(change: MemberChange): Promise<AlteredMember>;
  /** Adds a member or changes their role. */
  set(workspaceId: string, personId: string, role: Role): Promise<void>;
  remove(workspaceId: string, personId: string): Promise<void>;
  /** Returns the person who has owned the workspace longest; undefined when it has no owner. */
  owner(workspaceId: string): Promise<string | undefined>;
  /** The fate of the running agents of a person who may no longer run them. @default cancel */
  orphanedRuns(workspaceId: string): Promise<OrphanedRunPolicy>;
  setOrphanedRuns(workspaceId: string, policy: OrphanedRunPolicy): Promise<void>;
}

const include = { workspace: { select: { id: true, slug: true, name: true } } } as const;

/** Memberships in PostgreSQL. */
export function createMemberStore(prisma: PrismaClient, pool: pg.Pool): MemberStore {
  const findMembership = createBatch({
    most: CALLERS_MAX_BATCH,
    run: async (places: readonly Place[]) => await findMemberships(pool, places),
  });
  return {
    membership: async (personId, slug) => await findMembership({ personId, slug }),
    async ofPerson(personId) {
      const rows = await prisma.member.findMany({
        where: { userId: personId },
        include,
        orderBy: [{ createdAt: "asc" }, { workspaceId: "asc" }],
      });
      return rows.map((row) => ({ ...row.workspace, role: parseRole(row.role) }));
    },
    async list(workspaceId) {
      const rows = await prisma.member.findMany({
        where: { workspaceId },
        include: { user: { select: { name: true, email: true } } },
        orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
      });
      return rows.map(({ userId, user, role, lastSeenAt }) => ({
        personId: userId,
        name: user.name,
        email: user.email,
        role: parseRole(role),
        lastSeenAt: lastSeenAt?.getTime() ?? null,
      }));
    },
    changeRole: async (change, role) =>
      await alter(prisma, change, {
        role,
        act: async (client, { workspaceId, personId }) => {
          await client.member.update({
            where: { workspaceId_userId: { workspaceId, userId: personId } },
            data: { role },
          });
        },
      }),
    leave: async (change) =>
      await alter(prisma, change, {
        role: null,
        act: async (client, { workspaceId, personId }) => {
          await client.member.deleteMany({ where: { workspaceId, userId: personId } });
        },
      }),
    async set(workspaceId, personId, role) {
      await prisma.$transaction(async (client) => {
        await client.member.upsert({
          where: { workspaceId_userId: { workspaceId, userId: personId } },
          create: { workspaceId, userId: personId, role },
          update: { role },
        });
        await endRights(client, { workspaceId, personId, actorId: null, role });
      });
    },
    async remove(workspaceId, personId) {
      await prisma.$transaction(async (client) => {
        await client.member.deleteMany({ where: { workspaceId, userId: personId } });
        await endRights(client, { workspaceId, personId, actorId: null, role: null });
      });
    },
    async owner(workspaceId) {
      const row = await prisma.member.findFirst({
        where: { workspaceId, role: "owner" },
        orderBy: { createdAt: "asc" },
        select: { userId: true },
      });
      return row?.userId;
    },
    orphanedRuns: async (workspaceId) => await readOrphanedRunPolicy(prisma, workspaceId),
    setOrphanedRuns: async (workspaceId, policy) => {
      await saveOrphanedRunPolicy(prisma, workspaceId, policy);
    },
  };
}

/** A person and the slug of a workspace. */
type Place = { readonly personId: string; readonly slug: string };
type MembershipRow = Workspace & { readonly personId: string; readonly role: string };

const FIND_MEMBERSHIPS = {
  name: "find_memberships",
  text: `with found as (
      select distinct m.workspace_id, m.user_id, m.role, m.last_seen_at, w.slug, w.name
      from unnest($1::text[], $2::text[]) as place(person_id, slug)
      join workspace w on w.slug = place.slug
      join member m on m.workspace_id = w.id and m.user_id = place.person_id
    ), seen as (
      update member set last_seen_at = now() from found
      where member.workspace_id = found.workspace_id and member.user_id = found.user_id
        and (found.last_seen_at is null or found.last_seen_at < now() - make_interval(secs => $3))
    )
    select user_id as "personId", workspace_id as id, slug, name, role from found`,
};

/** Returns the memberships in the order of the places, in one statement. */
async function findMemberships(
  pool: pg.Pool,
  places: readonly Place[],
): Promise<readonly (Membership | undefined)[]> {
  const rows = await query<MembershipRow>(pool, FIND_MEMBERSHIPS, [
    ...[places.map((place) => place.personId), places.map((place) => place.slug), MEMBER_SEEN_MS / 1_000],
  ]);
  return places.map(({ personId, slug }) => {
    const row = rows.find((candidate) => candidate.personId === personId && candidate.slug === slug);
    return row === undefined
      ? undefined
      : { id: row.id, slug: row.slug, name: row.name, role: parseRole(row.role) };
  });
}

type Alteration = {
  /** The new role; null ends the membership. */
  readonly role: Role | null;
  readonly act: (client: Prisma.TransactionClient, change: MemberChange) => Promise<void>;
};

/** Decides under a lock on the workspace: of two owners who demote each other at the same time, one is refused. */
async function alter(
  prisma: PrismaClient,
  change: MemberChange,
  alteration: Alteration,
): Promise<AlteredMember> {
  const { workspaceId, personId, actor } = change;
  return await prisma.$transaction(async (client) => {
    await client.$queryRaw`select id from workspace where id = ${workspaceId} for update`;
    const rows = await client.member.findMany({ where: { workspaceId } });
    const roleNow = (id: string): Role | undefined => {
      const row = rows.find((member) => member.userId === id);
      return row === undefined ? undefined : parseRole(row.role);
    };
    const current = roleNow(personId);
    const actorRole = roleNow(actor.personId);
    if (current === undefined || actorRole === undefined)
      throw notFound("member with this id in this workspace");
    const owners = rows.filter((row) => row.role === "owner").length;
    const self = personId === actor.personId;
    const refusal = membershipRefusal({ actor: actorRole, current, next: alteration.role, owners, self });
    if (refusal !== null) throw new GoaltraceError(refusal);
    await alteration.act(client, change);
    const ended = { workspaceId, personId, actorId: actor.personId, role: alteration.role };
    return { previous: current, runs: await endRights(client, ended) };
  });
}
