import type { ContextSlot } from "../log/context-slots.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import type { Trace } from "../log/trace.ts";
import type { Trust } from "../log/trust.ts";
import type { AgentDirectory } from "./child-agents.ts";
import type { ModelDirectory } from "./model-client.ts";
import type { Permission } from "./permission.ts";
import type { Redactor } from "./redactor.ts";
import type { Tool, ToolSet } from "./tool.ts";

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

/** A text for the front of every request of a turn. An empty text sends nothing. */
export type LoadedContext = {
  readonly text: string;
  /** The origin of the text, for people. */
  readonly source: string;
  readonly layers?: readonly LoadedLayer[];
};

/** One part of the context that comes from outside the log. Loaded once per turn; logged if it changed. */
export interface ContextSource {
  readonly slot: ContextSlot;
  /** Trust level of the text; the lowest level if it is joined from several parts. */
  readonly trust: Trust;
  /** Default `text/markdown`. */
  readonly mediaType?: string;
  /** Loads the text. The loop masks secrets in it. A throw ends the run with its failure. */
  load(run: SourceRun): Promise<LoadedContext>;
}

/** The entries found for a turn, with the text for the model; empty if none was good enough. */
export type RecalledEntries = Pick<RunEventPayloads["memory.recalled"], "memories" | "candidates"> & {
  readonly text: string;
};

/** A search of memory for a turn that runs beside it. */
export interface PendingRecall {
  /** Returns what was found, once; null while the search runs, when it found nothing to consider, and after that. Never waits. */
  take(): RecalledEntries | null;
}

/** The tools, permissions and models of one run, determined by its workspace, agent and folder. */
export type RunEnvironment = {
  /** Every tool available to this run; the loop narrows it to the agent's list. */
  readonly tools: ToolSet;
  readonly permission: Permission;
  /**
   * How the run asks people about calls that need them: `lifetimeMs` after the request it expires, null for never. Absent: there is nobody
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
  /** The search of memory for the turn. @default none */
  readonly recall?: PendingRecall;
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
