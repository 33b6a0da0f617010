export { type AccountStore, type NewAccount, type Person } from "./access/accounts.ts";
export { type Membership, type MemberStore, type Role, ROLES } from "./access/members.ts";
export type { PrismaClient } from "./client.ts";
export { createDatabase, type Database } from "./database.ts";
export type { Conversation, ConversationChanges, ConversationStore } from "./stores/conversations.ts";
export type { FolderStore, ProjectFolder } from "./stores/folders.ts";
export type { ModelSetting, ModelSettingStore } from "./stores/models.ts";
export type { Workspace, WorkspaceStore } from "./stores/workspaces.ts";
