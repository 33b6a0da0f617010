import type { AppendBatch, BlobStore, Jobs, LiveFeed, SignalStore, TraceStore } from "@goaltrace/core";
import type pg from "pg";
import { type AccountStore, createAccountStore } from "./access/accounts.ts";
import { createMemberStore, type MemberStore } from "./access/members.ts";
import { createPrisma, type PrismaClient } from "./client.ts";
import { createJobQueue } from "./jobs/queue.ts";
import { createListener } from "./live/listen.ts";
import { createNotifier } from "./live/notify.ts";
import { createPool, query } from "./sql.ts";
import { createBlobStore } from "./stores/blob-store.ts";
import { type ConversationStore, createConversationStore } from "./stores/conversations.ts";
import { createFolderStore, type FolderStore } from "./stores/folders.ts";
import { createGroupCommit } from "./stores/group-commit.ts";
import { createModelSettingStore, type ModelSettingStore } from "./stores/models.ts";
import { createSignalStore } from "./stores/signal-store.ts";
import { createTraceStore } from "./stores/trace-store.ts";
import { createWorkspaceStore, type WorkspaceStore } from "./stores/workspaces.ts";

/** Everything a process needs of PostgreSQL, over one pool and one listening connection. */
export type Database = {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  readonly traces: TraceStore;
  readonly blobs: BlobStore;
  readonly signals: SignalStore;
  readonly live: LiveFeed;
  readonly jobs: Jobs;
  readonly conversations: ConversationStore;
  readonly models: ModelSettingStore;
  readonly folders: FolderStore;
  readonly workspaces: WorkspaceStore;
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  /** Resolves when the database answers. Errors: DATABASE_UNAVAILABLE. */
  ping(): Promise<void>;
  /** Resolves when notices of other processes arrive. */
  listening(): Promise<void>;
  /** Writes what is queued, then lets go of all connections. */
  close(): Promise<void>;
};

/** Makes the stores of a process. Connects when first needed, so it succeeds while the database is away. The schema must be there. */
export function createDatabase(url: string): Database {
  const pool = createPool(url);
  const prisma = createPrisma(pool);
  const groupCommit = createGroupCommit(pool);
  const listener = createListener(url);
  const notifier = createNotifier(pool);
  const jobs = createJobQueue(url, pool, listener);

  /** The partial text of a call has had its day when the whole message is durable. */
  async function append(batch: AppendBatch): Promise<void> {
    await groupCommit.append(batch);
    if (batch.entries.some((entry) => entry.kind === "message" && entry.role === "assistant"))
      notifier.forget(batch.traceId);
  }

  return {
    prisma,
    pool,
    traces: createTraceStore(pool, { ...groupCommit, append }),
    blobs: createBlobStore(pool),
    signals: createSignalStore(pool),
    live: { publish: notifier.publish, partial: notifier.partial, subscribe: listener.subscribe },
    jobs,
    conversations: createConversationStore(prisma),
    models: createModelSettingStore(prisma),
    folders: createFolderStore(prisma),
    workspaces: createWorkspaceStore(prisma),
    accounts: createAccountStore(prisma),
    members: createMemberStore(prisma),
    async ping() {
      await query(pool, "select 1");
    },
    listening: listener.ready,
    async close() {
      await groupCommit.close();
      await notifier.close();
      await jobs.close();
      await listener.close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
