import type { Page, Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import type { Prisma } from "../generated/client.ts";
import type { PrismaClient } from "../client.ts";
import { createBatch } from "../batch.ts";
import { STARTS_MAX_BATCH } from "../tunables.ts";
import { type ConversationListItem, type ConversationPage, listConversations } from "./conversation-list.ts";
import { query } from "../sql.ts";
import { notFound } from "./not-found.ts";

/** A chat thread. Times are milliseconds since the epoch. */
export type Conversation = {
  readonly id: string;
  readonly personId: string;
  readonly title: string;
  readonly pinned: boolean;
  readonly shared: boolean;
  readonly folderId: string | null;
  readonly model: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export type ConversationChanges = Partial<
  Pick<Conversation, "title" | "pinned" | "folderId" | "model" | "updatedAt">
>;

/**
 * Conversations as a person of a workspace sees them: their own and the shared ones. Only the owner may share, remove and restore a
 * conversation. Errors: NOT_FOUND for everyone else.
 */
export interface ConversationStore {
  create(scope: Scope, conversation: Conversation): Promise<void>;
  get(scope: Scope, id: string): Promise<Conversation | undefined>;
  /** Returns pinned conversations first (all on the first page), then the others by last change, newest first. */
  list(scope: Scope, page: ConversationPage): Promise<Page<ConversationListItem>>;
  update(scope: Scope, id: string, changes: ConversationChanges): Promise<void>;
  /** Shares the conversation and its traces with the whole workspace, or makes them private again, which ends public links of others. */
  share(scope: Scope, id: string, shared: boolean): Promise<void>;
  /** Hides the conversation until `restore`. */
  remove(scope: Scope, id: string): Promise<void>;
  restore(scope: Scope, id: string): Promise<void>;
}

type ConversationRow = Prisma.ConversationModel;

/** Conversations in PostgreSQL: a person's own and the shared ones of the workspace. */
export function createConversationStore(prisma: PrismaClient, pool: pg.Pool): ConversationStore {
  const visible = (scope: Scope): Prisma.ConversationWhereInput => ({
    workspaceId: scope.workspaceId,
    OR: [{ personId: scope.personId }, { shared: true }],
  });

  async function change(
    scope: Scope,
    id: string,
    request: {
      readonly data: Prisma.ConversationUpdateManyMutationInput;
      readonly deleted: boolean;
      readonly own: boolean;
    },
  ): Promise<void> {
    const deletedAt = request.deleted ? { not: null } : null;
    const reach = request.own ? { workspaceId: scope.workspaceId, personId: scope.personId } : visible(scope);
    const { count } = await prisma.conversation.updateMany({
      where: { ...reach, id, deletedAt },
      data: request.data,
    });
    if (count === 0) throw notFound(`conversation ${id}`);
  }

  const create = createBatch<Prisma.ConversationCreateManyInput, void>({
    most: STARTS_MAX_BATCH,
    run: async (rows) => {
      await prisma.conversation.createMany({ data: [...rows] });
      return rows.map(() => undefined);
    },
  });

  /** Public links end for good with their creator's right to read: sharing the conversation again does not revive them. */
  async function endForeignLinks({ workspaceId, personId }: Scope, id: string): Promise<void> {
    await query(
      pool,
      `update share_link s set revoked_at = now() from trace t
       where t.workspace_id = $1 and t.conversation_id = $2 and s.workspace_id = $1 and s.trace_id = t.id
         and s.person_id <> $3 and s.revoked_at is null`,
      [workspaceId, id, personId],
    );
  }

  return {
    async create({ workspaceId }, conversation) {
      const { createdAt, updatedAt, ...rest } = conversation;
      await create({ ...rest, workspaceId, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) });
    },

    async get(scope, id) {
      const row = await prisma.conversation.findFirst({ where: { ...visible(scope), id, deletedAt: null } });
      return row === null ? undefined : toConversation(row);
    },

    list: (scope, page) => listConversations(pool, scope, page),

    async update(scope, id, changes) {
      const { updatedAt, ...rest } = changes;
      await change(scope, id, {
        data: { ...rest, ...(updatedAt === undefined ? {} : { updatedAt: new Date(updatedAt) }) },
        deleted: false,
        own: false,
      });
    },

    async share(scope, id, shared) {
      await change(scope, id, { data: { shared }, deleted: false, own: true });
      if (!shared) await endForeignLinks(scope, id);
    },
    remove: (scope, id) => change(scope, id, { data: { deletedAt: new Date() }, deleted: false, own: true }),
    restore: (scope, id) => change(scope, id, { data: { deletedAt: null }, deleted: true, own: true }),
  };
}

function toConversation(row: ConversationRow): Conversation {
  const { id, personId, title, pinned, shared, folderId, model } = row;
  return {
    id,
    personId,
    title,
    pinned,
    shared,
    folderId,
    model,
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  };
}
