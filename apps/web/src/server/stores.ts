import type {
  BlobStore,
  Jobs,
  LiveFeed,
  Scope,
  SignalStore,
  TraceSearchStore,
  TraceStore,
} from "@goaltrace/core";
import type {
  AnnotationStore,
  ApiKeyStore,
  AuditStore,
  CallCounts,
  Conversation,
  ConversationChanges,
  ConversationStore as StoredConversations,
  FolderStore,
  InvitationStore,
  MemberStore as StoredMembers,
  MentionStore,
  Metrics,
  ModelSetting as StoredModel,
  SavedViewStore,
  ShareStore,
  TraceListStore,
  UsageStore,
} from "@goaltrace/db";
import type { Membership } from "./auth/authorise.ts";

/** What the web asks of storage beside core's ports. `runtime.ts` joins it to the database; tests hold it in memory. */
export type Stores = {
  readonly traces: TraceStore;
  readonly traceSearch: TraceSearchStore;
  readonly blobs: BlobStore;
  readonly signals: SignalStore;
  readonly live: LiveFeed;
  readonly jobs: Jobs;
  readonly members: MemberStore;
  readonly accounts: AccountStore;
  readonly conversations: ConversationStore;
  readonly traceList: TraceListStore;
  readonly annotations: AnnotationStore;
  readonly mentions: MentionStore;
  readonly shares: ShareStore;
  readonly views: SavedViewStore;
  readonly usage: UsageStore;
  readonly folders: Pick<FolderStore, "list" | "add" | "remove">;
  readonly models: ModelSettingStore;
  readonly invitations: InvitationStore;
  readonly apiKeys: ApiKeyStore;
  readonly audit: AuditStore;
  readonly callCounts: CallCounts;
  readonly metrics: Metrics;
  /** True when the database answers. */
  ping(): Promise<boolean>;
};

export interface MemberStore extends Pick<StoredMembers, "list" | "changeRole" | "leave"> {
  /** The person's membership of the workspace with this slug, undefined for none. */
  find(personId: string, slug: string): Promise<Membership | undefined>;
  /** All workspaces of the person, oldest first. */
  mine(personId: string): Promise<readonly Membership[]>;
}

export type NewOwner = {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly workspaceName: string;
};

export interface AccountStore {
  /** True while there is no account at all. */
  none(): Promise<boolean>;
  /** Makes the first account and its workspace in one step; undefined when another account was there first. */
  createFirstOwner(owner: NewOwner): Promise<{ readonly slug: string } | undefined>;
  rename(personId: string, name: string): Promise<void>;
}

export type { Conversation } from "@goaltrace/db";
export type ConversationChange = Omit<ConversationChanges, "updatedAt">;

/** Conversations of one person (and shared ones of the workspace). A deleted one is hidden until restored. */
export interface ConversationStore extends Pick<StoredConversations, "get" | "list"> {
  create(
    scope: Scope,
    conversation: Pick<Conversation, "id" | "title" | "folderId" | "model">,
  ): Promise<void>;
  /** False when there is none. */
  update(scope: Scope, id: string, change: ConversationChange): Promise<boolean>;
  /** As `update`, and brings it to the top of the list. */
  touch(scope: Scope, id: string, change: ConversationChange): Promise<boolean>;
  /** Shows it to the whole workspace, or to its person alone again. False when the person has no such conversation. */
  share(scope: Scope, id: string, shared: boolean): Promise<boolean>;
  delete(scope: Scope, id: string): Promise<boolean>;
  restore(scope: Scope, id: string): Promise<boolean>;
}

export type Price = { readonly input: number; readonly cachedInput: number; readonly output: number };

/** A model as stored; the key is sealed by the vault before it comes here. */
export type ModelSetting = Omit<StoredModel, "inputPrice" | "cachedInputPrice" | "outputPrice"> & {
  readonly price: Price | null;
};

export interface ModelSettingStore {
  list(workspaceId: string): Promise<readonly ModelSetting[]>;
  /** Inserts or replaces by id. */
  save(workspaceId: string, setting: ModelSetting): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
  defaultReference(workspaceId: string): Promise<string | null>;
  setDefaultReference(workspaceId: string, reference: string): Promise<void>;
}
