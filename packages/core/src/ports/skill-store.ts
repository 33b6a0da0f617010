import type { Scope } from "./scope.ts";
import type { SkillFile, SkillLayer } from "./run-skills.ts";

/** The agent that wrote a version of a skill, and its run; no run once that is deleted. */
type SkillWriter = { readonly agent: string; readonly traceId: string | null };

/** The contents of a skill of a workspace at one time. Times are milliseconds since the epoch. */
export type SkillVersion = {
  /** Counts from 1. */
  readonly version: number;
  /** The text of SKILL.md. */
  readonly source: string;
  /** The person who saved it: for an agent that of its run, or the admin who approved it. */
  readonly personId: string;
  readonly savedAt: number;
  /** Null for a version that a person wrote. */
  readonly writer: SkillWriter | null;
};

/** A skill of a workspace with its newest contents. */
export type StoredSkill = SkillVersion & {
  readonly name: string;
  readonly isCore: boolean;
  readonly files: readonly SkillFile[];
};

/** A file to store with a skill. */
export type NewSkillFile = { readonly path: string; readonly content: Uint8Array };

/**
 * Contents to save over `version`, 0 for a new skill. `files` replace those of the version before; null keeps them. `writtenIn`: the run whose
 * agent wrote the text, null for a person. A run that is deleted already counts as none.
 */
export type SkillChange = {
  readonly name: string;
  readonly version: number;
  readonly source: string;
  readonly isCore: boolean;
  readonly files: readonly NewSkillFile[] | null;
  readonly writtenIn: string | null;
};

/** A version that an agent wrote. */
export type WrittenSkill = { readonly name: string; readonly version: number };

/** How often runs loaded a skill since some time, by day of UTC (`YYYY-MM-DD`), and how those runs ended. */
export type SkillUsage = {
  readonly name: string;
  readonly layer: SkillLayer;
  readonly loads: number;
  readonly runs: number;
  readonly completed: number;
  readonly failed: number;
  readonly days: Readonly<Record<string, number>>;
};

/**
 * Why a skill that an agent wrote waits for an admin: an untrusted text may have caused it, it gives orders about the agents' own rules, or
 * the person of the run may not change skills.
 */
export type ProposalReason = "untrusted" | "order" | "not_admin";

/** A skill that an agent wrote and that no run gets before an admin approves it. */
export type SkillProposal = {
  readonly id: string;
  readonly name: string;
  /** The text of SKILL.md. */
  readonly source: string;
  readonly reason: ProposalReason;
  /** The run that wrote it, and its person. */
  readonly traceId: string;
  readonly personId: string;
  /** The entry of the run's log with the untrusted text; null if no single one is known. */
  readonly sequence: number | null;
  readonly createdAt: number;
};

/** A run that loaded a skill. `at`: the first time, milliseconds since the epoch. */
type SkillRun = { readonly traceId: string; readonly at: number };

/** The skills that people of a workspace wrote, and those that wait for one. The caller checks who may change them. */
export interface SkillStore {
  /** All skills, by name. */
  list(scope: Scope): Promise<readonly StoredSkill[]>;
  /** The versions of a skill, newest first; none for a skill that does not exist. */
  versions(scope: Scope, name: string): Promise<readonly SkillVersion[]>;
  /** The versions that agents wrote in runs and the runs below them, in their order. */
  writtenIn(scope: Scope, traceIds: readonly string[]): Promise<readonly WrittenSkill[]>;
  /** Saves a new version. Errors: CONFLICT if `version` is no longer the newest, or a new skill exists already. */
  save(scope: Scope, change: SkillChange): Promise<StoredSkill>;
  /** Deletes a skill with its versions and files. Errors: NOT_FOUND. */
  remove(scope: Scope, name: string): Promise<void>;
  /** Returns a file of the newest version; null if it has none. */
  fileContent(scope: Scope, name: string, path: string): Promise<Uint8Array | null>;
  /** The names of the agents that do not get the skills of a name. */
  withheld(scope: Scope): Promise<ReadonlyMap<string, readonly string[]>>;
  withhold(scope: Scope, name: string, agents: readonly string[]): Promise<void>;
  /** Counts a use by a run of the scope. */
  noteUse(
    scope: Scope,
    traceId: string,
    used: { readonly name: string; readonly layer: SkillLayer },
  ): Promise<void>;
  usage(scope: Scope, since: number): Promise<readonly SkillUsage[]>;
  /** The runs of the workspace that loaded a skill, newest first. */
  usingRuns(
    scope: Scope,
    used: { readonly name: string; readonly layer: SkillLayer; readonly limit: number },
  ): Promise<readonly SkillRun[]>;
  /** Keeps a skill for an admin. Nothing for a run that was deleted. Errors: LIMIT_REACHED if too many wait. */
  propose(scope: Scope, proposal: Omit<SkillProposal, "personId" | "createdAt">): Promise<void>;
  /** The skills that wait, newest first. */
  proposals(scope: Scope): Promise<readonly SkillProposal[]>;
  /** Removes one that was decided. Errors: NOT_FOUND, even if someone else decided it. */
  settleProposal(scope: Scope, id: string): Promise<void>;
}
