import { type Page, type Scope } from "@goaltrace/core";
import type { Prisma } from "../generated/client.ts";
import type { PrismaClient } from "../client.ts";
import { LIST_MAX_LIMIT } from "../tunables.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { missing } from "./missing.ts";

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
  Pick<Conversation, "title" | "pinned" | "shared" | "folderId" | "model" | "updatedAt">
>;

/** Conversations as a person of a workspace sees them: their own and the shared ones. Errors: NOT_FOUND for all others. */
export interface ConversationStore {
  create(scope: Scope, conversation: Conversation): Promise<void>;
  get(scope: Scope, id: string): Promise<Conversation | undefined>;
  /** Pinned ones first (all on the first page), then by their last change, newest first. */
  list(
    scope: Scope,
    page: { readonly cursor: string | null; readonly limit: number },
  ): Promise<Page<Conversation>>;
  update(scope: Scope, id: string, changes: ConversationChanges): Promise<void>;
  /** Hides the conversation until `restore`. */
  remove(scope: Scope, id: string): Promise<void>;
  restore(scope: Scope, id: string): Promise<void>;
}

type ConversationRow = Prisma.ConversationModel;

export function createConversationStore(prisma: PrismaClient): ConversationStore {
  const visible = (scope: Scope): Prisma.ConversationWhereInput => ({
    workspaceId: scope.workspaceId,
    OR: [{ personId: scope.personId }, { shared: true }],
  });

  async function change(
    scope: Scope,
    id: string,
    request: { readonly data: Prisma.ConversationUpdateManyMutationInput; readonly deleted: boolean },
  ): Promise<void> {
    const deletedAt = request.deleted ? { not: null } : null;
    const { count } = await prisma.conversation.updateMany({
      where: { ...visible(scope), id, deletedAt },
      data: request.data,
    });
    if (count === 0) throw missing(`conversation ${id}`);
  }

  return {
    async create(scope, conversation) {
      const { createdAt, updatedAt, ...rest } = conversation;
      await prisma.conversation.create({
        data: {
          ...rest,
          workspaceId: scope.workspaceId,
          createdAt: new Date(createdAt),
          updatedAt: new Date(updatedAt),
        },
      });
    },

    async get(scope, id) {
      const row = await prisma.conversation.findFirst({ where: { ...visible(scope), id, deletedAt: null } });
      return row === null ? undefined : conversationOf(row);
    },

    async list(scope, page) {
      const after = readCursor(page.cursor);
      const limit = Math.max(1, Math.min(page.limit, LIST_MAX_LIMIT));
      const base = { ...visible(scope), deletedAt: null };
      const orderBy = [
        { updatedAt: "desc" },
        { id: "desc" },
      ] satisfies Prisma.ConversationOrderByWithRelationInput[];
      const pinned =
        after === null
          ? await prisma.conversation.findMany({ where: { ...base, pinned: true }, orderBy })
          : [];
      const older =
        after === null
          ? {}
          : { OR: [{ updatedAt: { lt: after.at } }, { updatedAt: after.at, id: { lt: after.id } }] };
      const rows = await prisma.conversation.findMany({
        where: { AND: [base, { pinned: false }, older] },
        orderBy,
        take: limit + 1,
      });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const nextCursor =
        rows.length > limit && last !== undefined ? writeCursor({ at: last.updatedAt, id: last.id }) : null;
      return { items: [...pinned, ...shown].map(conversationOf), nextCursor };
    },

    async update(scope, id, changes) {
      const { updatedAt, ...rest } = changes;
      await change(scope, id, {
        data: { ...rest, ...(updatedAt === undefined ? {} : { updatedAt: new Date(updatedAt) }) },
        deleted: false,
      });
    },

    remove: (scope, id) => change(scope, id, { data: { deletedAt: new Date() }, deleted: false }),
    restore: (scope, id) => change(scope, id, { data: { deletedAt: null }, deleted: true }),
  };
}

function conversationOf(row: ConversationRow): Conversation {
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
