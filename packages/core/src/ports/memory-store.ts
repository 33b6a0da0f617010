import type { RunEventPayloads } from "../log/run-event.ts";
import type { Scope } from "./scope.ts";

/** About a person; how they want work done; a state of affairs with its reason; where something is found. */
export type MemoryType = RunEventPayloads["memory.written"]["memoryType"];

/** The people who find an entry: everyone in the workspace, or one person. */
export type MemoryAudience = "workspace" | "person";

/** `held` and `rejected` entries are never found: they wait for a person, or a person decided against them. */
export type MemoryState = "active" | "held" | "rejected";

/** The contents of an entry. */
export type MemoryFields = {
  readonly type: MemoryType;
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly content: string;
};

/** Where an agent learned an entry: the run, the entry of its log that says it (null if none does), and its words. */
export type MemorySource = {
  readonly traceId: string;
  readonly sequence: number | null;
  readonly quote: string;
};

/** A thing to remember. Times are milliseconds since the epoch. */
export type MemoryEntry = MemoryFields & {
  readonly id: string;
  readonly audience: MemoryAudience;
  /** The project that it is about, as people call it; null if it holds everywhere. Entries of two projects may have one name. */
  readonly project: string | null;
  /** The person who finds it, or wrote it for the workspace. */
  readonly personId: string;
  readonly state: MemoryState;
  /** Counts its contents from 1. */
  readonly version: number;
  readonly savedAt: number;
  /** Null for an entry that a person wrote. */
  readonly source: MemorySource | null;
  /** Why it is held, or was; null for an entry that no one had to review. */
  readonly reason: string | null;
  /** The person who reviewed it. */
  readonly decidedBy: string | null;
  /** The entry that replaced it, and when. */
  readonly supersededBy: string | null;
  readonly validTo: number | null;
  /** The number of runs whose context it was in. */
  readonly recalls: number;
  readonly lastRecalledAt: number | null;
  /** Grows in the workspace with each change of an entry. */
  readonly revision: number;
};

/** The contents of an entry at one time. `personId` is who saved them, for an agent the person of its run. */
export type MemoryVersion = MemoryFields & Pick<MemoryEntry, "version" | "savedAt" | "personId" | "source">;

/** An entry to save. */
export type NewMemory = MemoryFields &
  Pick<MemoryEntry, "id" | "audience" | "source" | "reason"> & {
    readonly state: Exclude<MemoryState, "rejected">;
    /** @default null */
    readonly project?: string | null | undefined;
    /** The id of the entry that it replaces. @default none */
    readonly replaces?: string | undefined;
  };

/** The outcome of saving: an entry of the same type and name gets a new version, unless it says the same already. */
export type SavedMemory = {
  readonly entry: MemoryEntry;
  readonly operation: "created" | "updated" | "unchanged" | "superseded";
};

/** A run that had an entry in its context. */
export type MemoryRecall = { readonly traceId: string; readonly version: number; readonly at: number };

/** Entries that changed, the number of all active ones, and the time of the store when it was read. */
export type MemoryChanges = {
  readonly entries: readonly MemoryEntry[];
  readonly active: number;
  readonly at: number;
};

/**
 * Entries as a person finds them: those of the workspace and their own. Other entries do not exist for them: NOT_FOUND. The caller checks who
 * may change what.
 */
export interface MemoryStore {
  /** A number that changes whenever an entry of the workspace changes. */
  revision(scope: Scope): Promise<number>;
  /** The readers of a run: the workspace if its conversation is shared, else the person. */
  readers(scope: Scope, traceId: string): Promise<MemoryAudience>;
  /** All entries of all states, newest first. */
  list(scope: Scope): Promise<readonly MemoryEntry[]>;
  /** The entries of all states that changed after a revision or were recalled since a time of the store, and the number of all active ones. */
  changes(scope: Scope, since: { readonly revision: number; readonly at: number }): Promise<MemoryChanges>;
  get(scope: Scope, id: string): Promise<MemoryEntry>;
  /** The versions of an entry, newest first. */
  versions(scope: Scope, id: string): Promise<readonly MemoryVersion[]>;
  /** Saves an entry. An active one replaces the contents of the active one with the same audience, project, type and name, which keeps its id. */
  save(scope: Scope, entry: NewMemory): Promise<SavedMemory>;
  /** Writes a new version over `version`, as a person. Errors: CONFLICT if it is no longer the newest. */
  edit(
    scope: Scope,
    id: string,
    change: {
      readonly version: number;
      readonly fields: MemoryFields;
      readonly audience: MemoryAudience;
      /** @default the entry's */
      readonly project?: string | null | undefined;
    },
  ): Promise<MemoryEntry>;
  /** Marks an active entry as replaced by another. Errors: CONFLICT if it is replaced already, or the other is not active. */
  supersede(scope: Scope, id: string, by: string): Promise<MemoryEntry>;
  /** Keeps an active entry from being found, as if a person had rejected it. Errors: CONFLICT if it is not active. */
  retire(scope: Scope, id: string): Promise<MemoryEntry>;
  /** The keys of the proposals that the person dismissed. */
  dismissed(scope: Scope): Promise<ReadonlySet<string>>;
  dismiss(scope: Scope, keys: readonly string[]): Promise<void>;
  /** Decides about a held entry, or takes a rejected one back as active. Errors: CONFLICT if it is neither. */
  decide(scope: Scope, id: string, state: Exclude<MemoryState, "held">): Promise<MemoryEntry>;
  /** Deletes an entry with its versions. One that it had replaced holds again. */
  remove(scope: Scope, id: string): Promise<void>;
  /** Counts entries that a run of the scope has in its context. Repeating it for a run changes nothing. */
  noteRecall(
    scope: Scope,
    traceId: string,
    memories: readonly { readonly memoryId: string; readonly version: number }[],
  ): Promise<void>;
  /** The runs that had the entry in their context, newest first. */
  recalls(scope: Scope, id: string): Promise<readonly MemoryRecall[]>;
}
