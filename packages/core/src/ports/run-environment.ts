import type { ContextSlot } from "../log/context-slots.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import type { Trace } from "../log/trace.ts";
import type { Trust } from "../log/trust.ts";
import type { AgentDirectory } from "./child-agents.ts";
import type { FileVersions } from "./file-versions.ts";
import type { ModelClient, ModelDirectory } from "./model-client.ts";
import type { Permission } from "./permission.ts";
import type { Redactor } from "./redactor.ts";
import type { RunProfile } from "./run-profile.ts";
import type { RunSecrets } from "./run-secrets.ts";
import type { RunSkills } from "./run-skills.ts";
import type { Tool, ToolSet } from "./tool.ts";
import type { Worktrees } from "./worktrees.ts";

/** The run for which a context source loads. */
export type SourceRun = {
  readonly trace: Trace;
  /** The tools that are sent with the run's requests. */
  readonly tools: readonly Tool[];
  /** The smallest context window of the run's models, in tokens. `Infinity` if no model is available. */
  readonly smallestWindow: number;
  /** The tokens that instructions and tools leave of that window for requests; none below 0. */
  readonly tokensLeft: number;
  count(this: void, text: string): number;
  /** Folders of the files that the conversation has read or changed, relative to the project folder, with `/`, each once; without the project folder itself. */
  readonly touchedFolders: readonly string[];
};

/** One file of a loaded text: its path, its length, and the block that the model reads. */
export type LoadedLayer = {
  readonly path: string;
  readonly characters: number;
  readonly shownCharacters: number;
  readonly block: string;
  readonly trust: Trust;
};

/** The names of tools that requests do not describe whole. */
export type ReducedTools = { readonly shortTools: readonly string[]; readonly namedTools: readonly string[] };

/** A text for the front of every request of a turn. An empty text sends nothing. */
export type LoadedContext = {
  readonly text: string;
  /** The origin of the text, for people. */
  readonly source: string;
  readonly layers?: readonly LoadedLayer[];
  /** The tools that it describes in short or only names, for want of room. @default none */
  readonly reduced?: ReducedTools;
  /** Trust level of this text. @default that of the source */
  readonly trust?: Trust;
};

/** One part of the context that comes from outside the log. Loaded once per turn unless it is kept; logged if it changed. */
export interface ContextSource {
  readonly slot: ContextSlot;
  /** Trust level of the text; the lowest level if it is joined from several parts. */
  readonly trust: Trust;
  /** Default `text/markdown`. */
  readonly mediaType?: string;
  /** How long a conversation keeps the text, so that the prefix of requests holds: until its next compaction, or to its end. @default one turn */
  readonly keeps?: "until_compaction" | "conversation";
  /** Loads the text. The loop masks secrets in it. A throw ends the run with its failure. */
  load(run: SourceRun): Promise<LoadedContext>;
}

/** The entries found for a turn, with the text for the model; empty if none was good enough. */
export type RecalledEntries = Pick<RunEventPayloads["memory.recalled"], "memories" | "candidates"> & {
  readonly text: string;
};

/** A search of memory for a turn that runs beside it. */
export interface PendingRecall {
  /**
   * Returns what was found, once; null while the search runs, when it found nothing to consider, and after that. Never waits. Its text leaves out
   * entries of `inContext`, which the context has in this version, and those that merely explain a tool of `calledTools`, of which it shows calls.
   * Both are asked only if something was found, because answering takes a pass over the context.
   */
  take(
    inContext: (memory: ShownMemory) => boolean,
    calledTools?: () => ReadonlySet<string>,
  ): RecalledEntries | null;
  /** Lets a model choose among what the ranking left out. Absent where none does. */
  readonly choice?: RecallChoice;
}

/** The choice of a light model among the entries that the ranking found but did not choose. */
export interface RecallChoice {
  /** The instructions of the model. */
  readonly system: string;
  /** Returns the question, once, after `take` returned the candidates; null if there is nothing to choose from, and after that. */
  question(inContext: (memory: ShownMemory) => boolean): string | null;
  /** Returns what the context gets in addition, or the problem of an answer that cannot be used. */
  read(
    answer: string,
    inContext: (memory: ShownMemory) => boolean,
  ):
    | { readonly ok: true; readonly recalled: RecalledEntries }
    | { readonly ok: false; readonly problem: string };
}

/** The experiences chosen for a turn, with the text for the model. */
export type InjectedExperiences = Pick<RunEventPayloads["experience.injected"], "experiences"> & {
  readonly text: string;
};

/** The choice of experiences for a turn, which is made beside it. */
export interface PendingExperiences {
  /**
   * Returns what was chosen, once; null while the choice is made, when nothing fits, for a run that gets none, and after that. Never waits. Those that the
   * context has already (`inContext`: ids) are not repeated.
   */
  take(inContext: ReadonlySet<string>): InjectedExperiences | null;
}

/** A version of an entry. */
export type ShownMemory = { readonly memoryId: string; readonly version: number };

/** The lines of an index, best first. */
export type IndexLine = ShownMemory & { readonly text: string };

/** The index of memory for a run. */
export interface MemoryIndexSource {
  /** Returns the lines that were read beside the set-up of the run; null while that takes. Never waits. */
  ready(): readonly IndexLine[] | null;
  /** Reads the lines again. */
  reload(): Promise<readonly IndexLine[]>;
}

/** A text in the context of a run with memory entries, as it shows them. */
export type ShownText = {
  readonly sequence: number;
  readonly memories: readonly ShownMemory[];
  /** True for an index, which has only a line of each entry. */
  readonly isIndex: boolean;
};

/** A text with entries that no longer hold: `memoryIds`. `text` and `memories` are what a recall says instead; empty if nothing of it holds. */
export type OutdatedText = {
  readonly sequence: number;
  readonly memoryIds: readonly string[];
  readonly text: string;
  readonly memories: readonly ShownMemory[];
};

/** Compares the context of a run with memory, so that what was deleted or corrected leaves it. */
export interface MemoryCheck {
  /** Returns the texts with entries that were deleted, corrected, superseded, held, or that readers of the run may not see. */
  outdated(shown: readonly ShownText[]): Promise<readonly OutdatedText[]>;
}

/** The tools, permissions and models of one run, determined by its workspace, agent and folder. */
export type RunEnvironment = {
  /** Every tool available to this run; the loop narrows it to the agent's list. */
  readonly tools: ToolSet;
  readonly permission: Permission;
  /**
   * How the run asks people about calls that need them: `lifetimeMs` after the request it expires, null for never. Absent: there is no one
   * to ask, and such calls do not run.
   */
  readonly approvals?: { readonly lifetimeMs: number | null };
  /** The names of tools that exist but that the agent does not have. @default none */
  readonly withheldTools?: ReadonlySet<string>;
  /** Masks the secrets of the run's workspace. */
  readonly redactor: Redactor;
  readonly models: ModelDirectory;
  /** Context sources in request order, besides the agent's instructions and the tools. */
  readonly sources: readonly ContextSource[];
  /** The agents that the run may start. @default none */
  readonly agents?: AgentDirectory;
  /** The skills of the run. @default none */
  readonly skills?: RunSkills;
  /** The secrets of the workspace. @default none */
  readonly secrets?: RunSecrets;
  /** Keeps versions of the files that the run changes. @default nothing keeps them */
  readonly versions?: FileVersions;
  /** The worktrees of sub-agents that change files. @default none: they work in the project folder */
  readonly worktrees?: Worktrees;
  /** The profile files of the run. @default none */
  readonly profile?: RunProfile;
  /** The search of memory for the turn. @default none */
  readonly recall?: PendingRecall;
  /** The model that chooses among what the ranking of the recall left out. @default none: the ranking decides */
  readonly recallModel?: ModelClient;
  /** The choice of experiences for the turn. @default none */
  readonly experiences?: PendingExperiences;
  /** The index of memory, which the context has from its start and again after each compaction. @default none */
  readonly memoryIndex?: MemoryIndexSource;
  /** Asked before each model call of a run whose context shows memory entries. @default they all hold */
  readonly memoryCheck?: MemoryCheck;
  /** Absolute paths that no tool may touch. */
  readonly forbiddenFolders: readonly string[];
  /** Whether tools may write files that instruct agents or run on their own. @default false */
  readonly allowsProtectedWrites?: boolean;
  /** Releases the environment. Called exactly once, when this execution is over for any reason. */
  close(): Promise<void>;
};

/** Opens the environment of each run. */
export interface RunEnvironments {
  /**
   * Opens the environment of a run. `signal` aborts when the run is canceled or released. A throw ends the run with its failure; the message is
   * stored unmasked, so it must not contain a secret. DATABASE_UNAVAILABLE leaves the run to the next claim instead.
   */
  openRun(trace: Trace, signal: AbortSignal): Promise<RunEnvironment>;
}
