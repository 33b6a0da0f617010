import type { Prisma } from "../generated/client.ts";
import { LIVE_CHANNEL } from "../live/channel.ts";
import { writeWake } from "../live/wire.ts";
import { literals } from "../sql.ts";
import { mayInvite, type Role, ROLES } from "./role-rules.ts";

/** The fate of a person's running agents when the person loses the right to run them: they are canceled, or an owner takes over. */
export const ORPHANED_RUN_POLICIES = ["cancel", "hand_over"] as const;
export type OrphanedRunPolicy = (typeof ORPHANED_RUN_POLICIES)[number];

/** The fate of the running agents. */
export type EndedRuns = { readonly canceled: number; readonly handedOver: number };

/** A person whose rights end, and the person who ends them; null for the operator. */
export type EndedPerson = {
  readonly workspaceId: string;
  readonly personId: string;
  readonly actorId: string | null;
  /** The role that remains; null for none. */
  readonly role: Role | null;
};

const POLICY_KEY = "orphaned_runs";
const UNFINISHED = literals(["queued", "running", "waiting"]);

/** Returns the policy of a workspace. @default cancel */
export async function readOrphanedRunPolicy(
  client: Prisma.TransactionClient,
  workspaceId: string,
): Promise<OrphanedRunPolicy> {
  const row = await client.setting.findUnique({
    where: { workspaceId_key: { workspaceId, key: POLICY_KEY } },
  });
  return ORPHANED_RUN_POLICIES.find((policy) => policy === row?.value) ?? "cancel";
}

export async function saveOrphanedRunPolicy(
  client: Prisma.TransactionClient,
  workspaceId: string,
  value: OrphanedRunPolicy,
): Promise<void> {
  await client.setting.upsert({
    where: { workspaceId_key: { workspaceId, key: POLICY_KEY } },
    create: { workspaceId, key: POLICY_KEY, value },
    update: { value },
  });
}

/**
 * Ends everything that depends on rights which a person no longer has, in the transaction that removes them: invitations, public links and, without
 * any role, API keys end for good, so that they do not revive if the person returns. Their running agents are canceled or handed over.
 */
export async function endRights(client: Prisma.TransactionClient, ended: EndedPerson): Promise<EndedRuns> {
  const { workspaceId, personId, role } = ended;
  const now = new Date();
  await client.invitation.updateMany({
    where: {
      ...{ workspaceId, invitedBy: personId, acceptedAt: null, expiresAt: { gt: now } },
      role: { in: ROLES.filter((invited) => role === null || !mayInvite(role, invited)) },
    },
    data: { expiresAt: now },
  });
  if (role === null)
    await client.apiKey.updateMany({
      where: { workspaceId, personId, revokedAt: null },
      data: { revokedAt: now },
    });
  if (role !== null && role !== "viewer") return { canceled: 0, handedOver: 0 };
  await client.shareLink.updateMany({
    where: { workspaceId, personId, revokedAt: null },
    data: { revokedAt: now },
  });
  const owner = await ownerFor(client, ended);
  const handedOver = owner === null ? 0 : await handOver(client, ended, owner);
  return { canceled: await cancelRuns(client, ended, { keepsVisible: owner !== null }), handedOver };
}

/** The owner who takes over; null when the workspace cancels runs, or has no other owner. */
async function ownerFor(
  client: Prisma.TransactionClient,
  { workspaceId, personId }: EndedPerson,
): Promise<string | null> {
  if ((await readOrphanedRunPolicy(client, workspaceId)) === "cancel") return null;
  const owner = await client.member.findFirst({
    where: { workspaceId, role: "owner", userId: { not: personId } },
    orderBy: { createdAt: "asc" },
    select: { userId: true },
  });
  return owner?.userId ?? null;
}

/** The condition for a run that the whole workspace sees. Other runs cannot be taken over, because no one else may read them. */
const VISIBLE_TO_ALL = `(t.conversation_id is null or exists (
  select from conversation c where c.workspace_id = t.workspace_id and c.id = t.conversation_id and c.shared and c.deleted_at is null))`;

/** Makes the owner the person of the shared conversations in which the person's agents run. Returns the number of runs that continue. */
async function handOver(
  client: Prisma.TransactionClient,
  { workspaceId, personId }: EndedPerson,
  owner: string,
): Promise<number> {
  const runs = await client.$queryRawUnsafe<readonly { readonly conversation_id: string | null }[]>(
    `select t.conversation_id from trace t
     where t.workspace_id = $1 and t.person_id = $2 and t.id = t.root_id and t.status in (${UNFINISHED}) and ${VISIBLE_TO_ALL}`,
    workspaceId,
    personId,
  );
  const ids = runs.map((run) => run.conversation_id).filter((id) => id !== null);
  await client.conversation.updateMany({
    where: { workspaceId, personId, id: { in: ids } },
    data: { personId: owner },
  });
  return runs.length;
}

/**
 * Sends each run its cancellation and takes its lease. Without the lease nothing more can be stored for it, and a call with effects starts only once its start
 * is stored: none starts after this transaction. The next worker that claims the run ends it.
 */
async function cancelRuns(
  client: Prisma.TransactionClient,
  { workspaceId, personId, actorId }: EndedPerson,
  { keepsVisible }: { readonly keepsVisible: boolean },
): Promise<number> {
  const rows = await client.$queryRawUnsafe<readonly { readonly id: string }[]>(
    `with doomed as materialized (
       select t.id from trace t
       where t.workspace_id = $1 and t.person_id = $2 and t.id = t.root_id and t.status in (${UNFINISHED})
         ${keepsVisible ? `and not ${VISIBLE_TO_ALL}` : ""}
       order by t.id for no key update
     ), freed as (
       update trace set lease_owner = null, lease_until = null from doomed where trace.id = doomed.id
     ), sent as (
       insert into run_signal (workspace_id, trace_id, id, kind, payload, person_id, at)
       select $1, id, 'cancel:' || id, 'cancel', jsonb_build_object('reason', $4::text), $3,
         (extract(epoch from clock_timestamp()) * 1000)::bigint
       from doomed on conflict do nothing
     )
     select id from doomed`,
    workspaceId,
    personId,
    actorId,
    "Its person may no longer run agents in this workspace.",
  );
  for (const { id } of rows)
    await client.$queryRaw`select pg_notify(${LIVE_CHANNEL}, notice)::text from unnest(${[
      JSON.stringify({ signalled: [workspaceId, id] }),
      writeWake(id),
    ]}::text[]) as notice`;
  return rows.length;
}
