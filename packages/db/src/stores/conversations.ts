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
  /** The name of the agent of its next turn. @default that of its last turn, otherwise `general` */
  readonly agent?: string | null;
  /** The budget of each run, as `formatBudget` writes it. @default none */
  readonly budget?: string | null;
  /** The only tools of MCP servers that its runs may use, by name or as `server__*`; null for all of their agent's. @default null */
  readonly serverTools?: readonly string[] | null;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export type ConversationChanges = Partial<
  Pick<
    Conversation,
    "title" | "pinned" | "folderId" | "model" | "agent" | "budget" | "serverTools" | "updatedAt"
  >
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
type NewConversation = Conversation & Pick<Scope, "workspaceId">;

const COLUMNS =
  "workspace_id, id, person_id, title, pinned, shared, folder_id, model, agent, budget, server_tools, created_at, updated_at";
const INSERT = {
  name: "insert_conversations",
  text: `insert into conversation (${COLUMNS}) select ${COLUMNS} from json_to_recordset($1::json) as c(
    workspace_id text, id text, person_id text, title text, pinned boolean, shared boolean, folder_id text, model text, agent text,
    budget text, server_tools text, created_at timestamptz, updated_at timestamptz)`,
};

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

  const create = createBatch<NewConversation, void>({
    most: STARTS_MAX_BATCH,
    run: async (conversations) => {
      await query(pool, INSERT, [JSON.stringify(conversations.map(toRow))]);
      return conversations.map(() => undefined);
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
    create: async ({ workspaceId }, conversation) => await create({ ...conversation, workspaceId }),

    async get(scope, id) {
      const row = await prisma.conversation.findFirst({ where: { ...visible(scope), id, deletedAt: null } });
      return row === null ? undefined : toConversation(row);
    },

    list: (scope, page) => listConversations(pool, scope, page),

    async update(scope, id, changes) {
      const { updatedAt, serverTools, ...rest } = changes;
      await change(scope, id, {
        data: {
          ...rest,
          ...(serverTools === undefined ? {} : { serverTools: toText(serverTools) }),
          ...(updatedAt === undefined ? {} : { updatedAt: new Date(updatedAt) }),
        },
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

/** Separates names of tools, none of which has it. */
const SEPARATOR = ",";

function toText(serverTools: readonly string[] | null): string | null {
  return serverTools === null ? null : serverTools.join(SEPARATOR);
}

function toRow(conversation: NewConversation): Readonly<Record<string, unknown>> {
  const {
    workspaceId,
    personId,
    folderId,
    serverTools = null,
    createdAt,
    updatedAt,
    title,
    ...rest
  } = conversation;
  return {
    ...rest,
    // A text may end within a character. PostgreSQL rejects the escape that JSON has for half of one.
    title: Buffer.from(title).toString(),
    ...{ workspace_id: workspaceId, person_id: personId, folder_id: folderId },
    server_tools: toText(serverTools),
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
  };
}

function toConversation(row: ConversationRow): Conversation {
  const { id, personId, title, pinned, shared, folderId, model, agent, budget, serverTools } = row;
  return {
    id,
    personId,
    title,
    pinned,
    shared,
    folderId,
    model,
    agent,
    budget,
    serverTools: serverTools === null ? null : serverTools.split(SEPARATOR).filter((name) => name !== ""),
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  };
}
