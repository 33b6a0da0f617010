import type { Scope } from "./scope.ts";

/** The identity of agents; the person; working notes; the events of a day. SOUL is of the workspace, the others of a person. */
export type ProfileFile = "soul" | "user" | "memory" | "daily";

/** A file; `day` is `YYYY-MM-DD` of a DAILY, null for the others. */
export type ProfileKey = { readonly file: ProfileFile; readonly day: string | null };

/** The run whose agent wrote a version, and the entry of its log with the words (null if no single one has them). */
export type ProfileSource = { readonly traceId: string; readonly sequence: number | null };

/** The text of a file. One that no one wrote is empty, with version 0. `trimmed`: text that this version cut from its end. */
export type ProfileText = ProfileKey & {
  readonly text: string;
  readonly version: number;
  readonly trimmed: string;
  /** The person who wrote it; for an agent, that of its run. Empty for the default SOUL and for edits by hand of files on disk. */
  readonly personId: string;
  readonly byAgent: boolean;
  /** Milliseconds since the epoch; null for a file that no one wrote. */
  readonly savedAt: number | null;
  /** Null for a version that no run wrote, or whose run was deleted. */
  readonly source: ProfileSource | null;
};

/** Contents to write over `version`. */
export type ProfileChange = {
  readonly version: number;
  readonly text: string;
  readonly trimmed: string;
  readonly byAgent: boolean;
  /** @default null */
  readonly source?: ProfileSource | null;
};

/** A run that had a version of a file in its context. `at`: when its conversation began, milliseconds since the epoch. */
export type ProfileUse = { readonly traceId: string; readonly version: number; readonly at: number };

/** Which runs had which versions of profile files in their context. */
export interface ProfileUses {
  /** Records the files with which a run begins its conversation. Nothing for a run that was deleted. */
  noteUse(
    scope: Scope,
    traceId: string,
    files: readonly Pick<ProfileText, "file" | "day" | "version">[],
  ): Promise<void>;
  /** The runs that had a file: those that began with it and later turns of their conversations. The newest first. */
  uses(scope: Scope, key: ProfileKey): Promise<readonly ProfileUse[]>;
}

/** The profile files of people, and the identity of the agents of a workspace. The caller checks who may change SOUL. */
export interface ProfileStore {
  read(scope: Scope, key: ProfileKey): Promise<ProfileText>;
  /** Writes the next version. Errors: CONFLICT if `version` is no longer the newest. */
  write(scope: Scope, key: ProfileKey, change: ProfileChange): Promise<ProfileText>;
  /** The versions of a file, newest first. */
  versions(scope: Scope, key: ProfileKey): Promise<readonly ProfileText[]>;
  /** The days with a DAILY, newest first. */
  days(scope: Scope): Promise<readonly string[]>;
  /** Whether agents may not change SOUL. */
  isSoulLocked(scope: Scope): Promise<boolean>;
  lockSoul(scope: Scope, isLocked: boolean): Promise<void>;
}
