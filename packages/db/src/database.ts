import { callsEndedBy } from "@goaltrace/core/log";
import type {
  AppendBatch,
  BlobStore,
  ExperienceStore,
  Jobs,
  LiveFeed,
  Logger,
  MemorySearchStore,
  MemoryStore,
  MemoryVectorStore,
  ProfileStore,
  ProfileUses,
  SignalStore,
  SkillStore,
  TraceSearchStore,
  TraceStore,
} from "@goaltrace/core/ports";
import type pg from "pg";
import { type AccountStore, createAccountStore } from "./access/accounts.ts";
import { type ApiKeyStore, createApiKeyStore } from "./access/api-keys.ts";
import { type AuditStore, createAuditStore } from "./access/audit.ts";
import { type CallCounts, createCallCounts } from "./access/call-counts.ts";
import { type CallGrants, createCallGrants } from "./access/call-grants.ts";
import { createInvitationStore, type InvitationStore } from "./access/invitations.ts";
import { createMemberStore, type MemberStore } from "./access/members.ts";
import { createSignInAttempts, type SignInAttempts } from "./access/sign-in-attempts.ts";
import { createStreamRightStore, type StreamRightStore } from "./access/stream-rights.ts";
import { createPrisma, type PrismaClient } from "./client.ts";
import { createJobQueue } from "./jobs/queue.ts";
import { createListener } from "./live/listen.ts";
import { createNotifier } from "./live/notify.ts";
import { createMemoryVectorStore } from "./search/memory-vectors.ts";
import { createMemorySearchStore } from "./search/memory-search.ts";
import { createTraceSearchStore } from "./search/trace-search.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createOutageLog } from "./outage-log.ts";
import { createPool, query } from "./sql.ts";
import { type AgentStore, createAgentStore } from "./stores/agents.ts";
import { type AnnotationStore, createAnnotationStore } from "./stores/annotations.ts";
import { createBlobStore } from "./stores/blob-store.ts";
import { createBudgetStore, type WorkspaceBudgetStore } from "./stores/budgets.ts";
import {
  type ConversationDeletionStore,
  createConversationDeletionStore,
} from "./stores/conversation-deletion.ts";
import { type ConversationStore, createConversationStore } from "./stores/conversations.ts";
import { createExperienceStore } from "./stores/experiences.ts";
import { createFolderStore, type FolderStore } from "./stores/folders.ts";
import { createGroupCommit } from "./stores/group-commit.ts";
import { createFileVersionStore, type FileVersionStore } from "./stores/file-versions.ts";
import { createLearnedWindowStore, type LearnedWindowStore } from "./stores/learned-windows.ts";
import { createMemoryEntryStore } from "./stores/memories.ts";
import { createMemoryExaminationStore, type MemoryExaminationStore } from "./stores/memory-examinations.ts";
import { createMcpCredentialStore, type McpCredentialStore } from "./stores/mcp-credentials.ts";
import { createMcpStore, type McpStore } from "./stores/mcp.ts";
import { createMentionStore, type MentionStore } from "./stores/mentions.ts";
import { createMessageQueueStore, type MessageQueueStore } from "./stores/message-queue.ts";
import { createModelSettingStore, type ModelSettingStore } from "./stores/models.ts";
import { createLoggedCallStore, type LoggedCallStore } from "./stores/logged-calls.ts";
import { createPermissionStore, type PermissionStore } from "./stores/permissions.ts";
import { createEndedConversations, type EndedConversationStore } from "./stores/ended-conversations.ts";
import { createProfileStore } from "./stores/profiles.ts";
import { createQuotaStore, type QuotaStore } from "./stores/quotas.ts";
import { createRunRequestStore, type RunRequestStore } from "./stores/run-requests.ts";
import { createSavedViewStore, type SavedViewStore } from "./stores/saved-views.ts";
import { createShareStore, type ShareStore } from "./stores/shares.ts";
import { createSignalStore } from "./stores/signal-store.ts";
import { createSecretStore, type SecretStore } from "./stores/secrets.ts";
import { createSkillStore } from "./stores/skills.ts";
import { createToolUseStore, type ToolUseStore } from "./stores/tool-uses.ts";
import { createTraceListStore, type TraceListStore } from "./stores/trace-list.ts";
import { createTraceRevisions, type TraceRevisions } from "./stores/trace-revisions.ts";
import { createTraceStore, listTraces } from "./stores/trace-store.ts";
import { createUsageStore, type UsageStore } from "./stores/usage.ts";
import { createVisibleBlobs, createVisibleTraces } from "./stores/visible-traces.ts";
import { createWebChoiceStore, type WebChoiceStore } from "./stores/web-choices.ts";
import { createWorkspaceStore, type WorkspaceStore } from "./stores/workspaces.ts";
import { CALL_GRANT_WINDOW_MS } from "./tunables.ts";

/** The PostgreSQL stores of a process, over one pool and one listening connection. */
export type Database = {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  readonly traces: TraceStore;
  /** `traces` and `blobs` filtered for a person: private conversations of others are hidden. Requests by people read these. */
  readonly visible: { readonly traces: TraceStore; readonly blobs: BlobStore };
  readonly traceRevisions: TraceRevisions;
  readonly traceSearch: TraceSearchStore;
  readonly blobs: BlobStore;
  readonly signals: SignalStore;
  readonly live: LiveFeed;
  readonly jobs: Jobs;
  readonly conversations: ConversationStore;
  readonly deletions: ConversationDeletionStore;
  readonly traceList: TraceListStore;
  readonly agents: AgentStore;
  readonly annotations: AnnotationStore;
  readonly experiences: ExperienceStore;
  readonly memories: MemoryStore;
  readonly memorySearch: MemorySearchStore;
  readonly memoryVectors: MemoryVectorStore;
  readonly memoryExaminations: MemoryExaminationStore;
  readonly secrets: SecretStore;
  readonly skills: SkillStore;
  readonly profiles: ProfileStore & ProfileUses;
  readonly endedConversations: EndedConversationStore;
  readonly mcp: McpStore;
  readonly mcpCredentials: McpCredentialStore;
  readonly mentions: MentionStore;
  readonly requests: RunRequestStore;
  readonly queue: MessageQueueStore;
  readonly permissions: PermissionStore;
  readonly loggedCalls: LoggedCallStore;
  readonly shares: ShareStore;
  readonly views: SavedViewStore;
  readonly toolUses: ToolUseStore;
  readonly usage: UsageStore;
  readonly models: ModelSettingStore;
  readonly fileVersions: FileVersionStore;
  readonly learnedWindows: LearnedWindowStore;
  readonly folders: FolderStore;
  readonly webChoices: WebChoiceStore;
  readonly workspaces: WorkspaceStore;
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  readonly invitations: InvitationStore;
  readonly apiKeys: ApiKeyStore;
  readonly audit: AuditStore;
  readonly streamRights: StreamRightStore;
  readonly signInAttempts: SignInAttempts;
  readonly callCounts: CallCounts;
  /** Counters of model calls with windows of a minute. */
  readonly callGrants: CallGrants;
  readonly quotas: QuotaStore;
  readonly budgets: WorkspaceBudgetStore;
  readonly metrics: Metrics;
  /** Resolves when the database answers. Errors: DATABASE_UNAVAILABLE. */
  ping(): Promise<void>;
  /** Resolves when notices from other processes arrive. */
  listening(): Promise<void>;
  /** Writes everything queued, then closes all connections. */
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** Receives the outages that make entries wait. Default: none. */
  readonly logger?: Pick<Logger, "warn" | "info">;
};

const NO_LOGGER = { warn: () => undefined, info: () => undefined };

/** Creates the stores of a process. Connects lazily, so it succeeds while the database is down. The schema must exist. */
export function createDatabase(url: string, { logger = NO_LOGGER }: DatabaseOptions = {}): Database {
  const pool = createPool(url);
  const prisma = createPrisma(pool);
  const groupCommit = createGroupCommit(pool, createOutageLog(pool, logger));
  const listener = createListener(url);
  const notifier = createNotifier(pool);
  const jobs = createJobQueue(pool, listener);

  /** Drops the partial text of calls whose outcome is now durable. */
  async function append(batch: AppendBatch): Promise<void> {
    await groupCommit.append(batch);
    notifier.forget(batch.traceId, callsEndedBy(batch.entries));
  }

  const traces = createTraceStore(pool, { ...groupCommit, append });
  const blobs = createBlobStore(pool);
  return {
    prisma,
    pool,
    traces,
    visible: {
      traces: createVisibleTraces(pool, traces, (scope, filter, page) =>
        listTraces(pool, scope, { filter, page, visibleOnly: true }),
      ),
      blobs: createVisibleBlobs(pool, blobs),
    },
    traceRevisions: createTraceRevisions(pool),
    traceSearch: createTraceSearchStore(pool),
    blobs,
    signals: createSignalStore(pool),
    live: { publish: notifier.publish, partial: notifier.partial, subscribe: listener.subscribe },
    jobs,
    conversations: createConversationStore(prisma, pool),
    deletions: createConversationDeletionStore(pool),
    traceList: createTraceListStore(pool),
    agents: createAgentStore(pool),
    annotations: createAnnotationStore(pool),
    experiences: createExperienceStore(pool),
    memories: createMemoryEntryStore(pool),
    memorySearch: createMemorySearchStore(pool),
    memoryVectors: createMemoryVectorStore(pool),
    memoryExaminations: createMemoryExaminationStore(pool),
    secrets: createSecretStore(pool),
    skills: createSkillStore(pool),
    profiles: createProfileStore(pool),
    endedConversations: createEndedConversations(pool),
    mcp: createMcpStore(pool),
    mcpCredentials: createMcpCredentialStore(pool),
    mentions: createMentionStore(pool),
    requests: createRunRequestStore(pool),
    queue: createMessageQueueStore(pool),
    permissions: createPermissionStore(prisma, pool),
    loggedCalls: createLoggedCallStore(pool),
    shares: createShareStore(prisma),
    views: createSavedViewStore(prisma),
    toolUses: createToolUseStore(pool),
    usage: createUsageStore(pool),
    models: createModelSettingStore(prisma, pool),
    fileVersions: createFileVersionStore(pool),
    learnedWindows: createLearnedWindowStore(pool),
    folders: createFolderStore(prisma),
    webChoices: createWebChoiceStore(prisma, pool),
    workspaces: createWorkspaceStore(prisma),
    accounts: createAccountStore(prisma),
    members: createMemberStore(prisma, pool),
    invitations: createInvitationStore(prisma),
    apiKeys: createApiKeyStore(prisma, pool),
    audit: createAuditStore(prisma),
    streamRights: createStreamRightStore(pool, listener),
    signInAttempts: createSignInAttempts(pool),
    callCounts: createCallCounts(pool),
    callGrants: createCallGrants(pool, CALL_GRANT_WINDOW_MS),
    quotas: createQuotaStore(prisma, pool),
    budgets: createBudgetStore(pool),
    metrics: createMetrics(pool),
    async ping() {
      await query(pool, "select 1");
    },
    listening: listener.ready,
    async close() {
      await groupCommit.close();
      await notifier.close();
      await listener.close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
