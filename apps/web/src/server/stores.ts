import type {
  BlobStore,
  Entry,
  Jobs,
  LiveFeed,
  Page,
  Scope,
  SignalStore,
  TraceStatus,
  TraceStore,
} from "@goaltrace/core";
import type { LogSegment } from "@goaltrace/core/log";
import type {
  ApiKeyStore,
  AuditStore,
  CallCounts,
  InvitationStore,
  MemberStore as StoredMembers,
  Metrics,
} from "@goaltrace/db";
import type { AnnotationStore, MentionStore, SavedViewStore, ShareStore, TraceListStore, UsageStore } from "@goaltrace/db";
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
  readonly folders: FolderStore;
  readonly models: ModelSettingStore;
  readonly invitations: InvitationStore;
  readonly apiKeys: ApiKeyStore;
  readonly audit: AuditStore;
  readonly callCounts: CallCounts;
  readonly metrics: Metrics;
  /** True when the database answers. */
  ping(): Promise<boolean>;
};

/** Finds entries of one log by what is written in them. `segments` are the stretches of the resolved log, oldest first. */
export interface TraceSearchStore {
  /** Entries after `after` whose stored text, names of fields included, holds `text`; in order, at most `limit`. */
  candidates(
    scope: Scope,
    segments: readonly LogSegment[],
    request: { readonly text: string; readonly after: number; readonly limit: number },
  ): Promise<readonly Entry[]>;
  /** Every change of a file that tools recorded, in order; of more than `limit` the newest. */
  fileChanges(scope: Scope, segments: readonly LogSegment[], limit: number): Promise<readonly Entry[]>;
}

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

/** A chat thread. Times are milliseconds since the epoch. */
export type Conversation = {
  readonly id: string;
  readonly personId: string;
  readonly title: string;
  readonly pinned: boolean;
  /** Seen by the whole workspace; otherwise by its person alone. */
  readonly shared: boolean;
  readonly folderId: string | null;
  readonly model: string | null;
  readonly updatedAt: number;
};
export type ConversationSummary = Pick<
  Conversation,
  "id" | "personId" | "title" | "pinned" | "shared" | "updatedAt"
> & {
  readonly status: TraceStatus | null;
  readonly lastTraceId: string | null;
};
export type ConversationChange = Partial<Pick<Conversation, "title" | "pinned" | "model" | "folderId">>;

/** Conversations of one person (and shared ones of the workspace). A deleted one is hidden until restored. */
export interface ConversationStore {
  create(
    scope: Scope,
    conversation: Pick<Conversation, "id" | "title" | "folderId" | "model">,
  ): Promise<void>;
  get(scope: Scope, id: string): Promise<Conversation | undefined>;
  /** Pinned first, then the latest. `text` stands in the title or in a message. */
  list(
    scope: Scope,
    page: { readonly cursor: string | null; readonly limit: number; readonly text?: string },
  ): Promise<Page<ConversationSummary>>;
  /** False when there is none. */
  update(scope: Scope, id: string, change: ConversationChange): Promise<boolean>;
  /** As `update`, and brings it to the top of the list. */
  touch(scope: Scope, id: string, change: ConversationChange): Promise<boolean>;
  /** Shows it to the whole workspace, or to its person alone again. False when the person has no such conversation. */
  share(scope: Scope, id: string, shared: boolean): Promise<boolean>;
  delete(scope: Scope, id: string): Promise<boolean>;
  restore(scope: Scope, id: string): Promise<boolean>;
}

export type Folder = { readonly id: string; readonly name: string; readonly path: string };

export interface FolderStore {
  list(scope: Scope): Promise<readonly Folder[]>;
  /** A path that is registered already keeps its id; returns what is stored. */
  add(scope: Scope, folder: Folder): Promise<Folder>;
  remove(scope: Scope, id: string): Promise<void>;
}

export type Price = { readonly input: number; readonly cachedInput: number; readonly output: number };

/** A model as stored; the key is sealed by the vault before it comes here. */
export type ModelSetting = {
  readonly id: string;
  readonly reference: string;
  readonly label: string;
  readonly provider: string;
  readonly model: string;
  readonly baseUrl: string | null;
  readonly encryptedKey: Uint8Array<ArrayBuffer> | null;
  readonly keyHint: string | null;
  readonly contextWindow: number;
  readonly clearAbove: number | null;
  readonly summariseAbove: number | null;
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
