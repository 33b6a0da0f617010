export { type AccountStore, type NewAccount, type Person } from "./access/accounts.ts";
export {
  API_SCOPES,
  type ApiKey,
  type ApiKeyStore,
  type ApiScope,
  type KeyHolder,
} from "./access/api-keys.ts";
export { AUDIT_ACTIONS, type AuditEntry, type AuditStore } from "./access/audit.ts";
export type { CallCount, CallCounts } from "./access/call-counts.ts";
export type { CallGrants } from "./access/call-grants.ts";
export { type CallRequest, grantCalls } from "./access/grant-calls.ts";
export { ORPHANED_RUN_POLICIES, type OrphanedRunPolicy } from "./access/end-rights.ts";
export type { Invitation, InvitationStore, OpenInvitation } from "./access/invitations.ts";
export type { AlteredMember, Member, MemberChange, Membership, MemberStore } from "./access/members.ts";
export { mayInvite, type Role, ROLES } from "./access/role-rules.ts";
export type { SignInAttempts } from "./access/sign-in-attempts.ts";
export type { StreamFacts, StreamRight, StreamRightStore } from "./access/stream-rights.ts";
export { newToken } from "./access/tokens.ts";
export type { PrismaClient } from "./client.ts";
export type { DatabaseMetrics, Metrics } from "./metrics.ts";
export { createDatabase, type Database } from "./database.ts";
export { partialIntervalMs } from "./live/running-calls.ts";
export { outageOf, type OutageKind } from "./outage.ts";
export { PROCESS_NAME } from "./process-name.ts";
export { createSharedRead } from "./shared-read.ts";
export type { AgentStore, AgentUse, AgentVersion } from "./stores/agents.ts";
export type {
  Annotations,
  AnnotationStore,
  NewComment,
  TraceComment,
  TraceRating,
} from "./stores/annotations.ts";
export type {
  ConversationContents,
  ConversationDeletionStore,
  ConversationKey,
  DeletionProgress,
} from "./stores/conversation-deletion.ts";
export type { ConversationListItem, ConversationPage } from "./stores/conversation-list.ts";
export type { Conversation, ConversationChanges, ConversationStore } from "./stores/conversations.ts";
export type { FolderStore, ProjectFolder } from "./stores/folders.ts";
export type { FileUndo, FileVersionStore } from "./stores/file-versions.ts";
export type { KeptWindow, LearnedWindowStore, ModelEndpoint } from "./stores/learned-windows.ts";
export type { AnswerPosition } from "./stores/logged-calls.ts";
export type {
  McpConsent,
  McpPin,
  McpServerKey,
  McpState,
  McpStatus,
  McpStore,
  StoredMcpServer,
} from "./stores/mcp.ts";
export type { McpCredentialStore, McpSignInState, StoredMcpCredential } from "./stores/mcp-credentials.ts";
export type { MentionItem, MentionStore } from "./stores/mentions.ts";
export type {
  ClaimedMessage,
  MessageQueueStore,
  NewQueuedMessage,
  QueuedMessage,
  QueuedState,
} from "./stores/message-queue.ts";
export type { ModelSetting, ModelSettingStore } from "./stores/models.ts";
export type { PermissionStore, StoredLayer, StoredRule, WorkspaceMode } from "./stores/permissions.ts";
export type { QuotaStore } from "./stores/quotas.ts";
export type { RequestKind } from "./stores/request-changes.ts";
export type { RunDecision } from "./stores/tree-decisions.ts";
export type { RequestState, RequestTab, RunRequestItem, RunRequestStore } from "./stores/run-requests.ts";
export type { SavedView, SavedViewStore } from "./stores/saved-views.ts";
export type { WebChoice, WebChoiceStore } from "./stores/web-choices.ts";
export type { SecretStore, SecretUsage, SecretUse, StoredSecret } from "./stores/secrets.ts";
export type { NewShareLink, OpenShare, ShareLink, ShareStore } from "./stores/shares.ts";
export type { HistogramBar, TraceFacets, TraceSummary } from "./stores/trace-figures.ts";
export type { TraceListItem, TraceListStore } from "./stores/trace-list.ts";
export type { Range, TraceQuery } from "./stores/trace-query.ts";
export type {
  Usage,
  UsageDay,
  UsageFigures,
  UsageGroup,
  UsageGrouping,
  UsageRequest,
  UsageStore,
} from "./stores/usage.ts";
export type { Workspace, WorkspaceStore } from "./stores/workspaces.ts";
