import type { ContextSlot } from "../log/context-slots.ts";
import type { Trace } from "../log/trace.ts";
import type { Trust } from "../log/trust.ts";
import type { ModelDirectory } from "./model-client.ts";
import type { Permission } from "./permission.ts";
import type { Redactor } from "./redactor.ts";
import type { Tool, ToolSet } from "./tool.ts";

/** The run that a context source loads for. */
export type SourceRun = {
  readonly trace: Trace;
  /** The tools that are sent with its requests. */
  readonly tools: readonly Tool[];
  /** Context window of its smallest model, in tokens. `Infinity` when no model is available. */
  readonly smallestWindow: number;
};

/** One file of a loaded text: its path, its length, and the block that the model reads. */
export type LoadedLayer = {
  readonly path: string;
  readonly characters: number;
  readonly shownCharacters: number;
  readonly block: string;
  readonly trust: Trust;
};

/** A text for the front of every request of a turn. An empty text means that there is nothing to send. */
export type LoadedContext = {
  readonly text: string;
  /** Where it comes from, as people read it. */
  readonly source: string;
  readonly layers?: readonly LoadedLayer[];
};

/** One part of the context that comes from outside the log. Loaded once per turn; logged when it changed. */
export interface ContextSource {
  readonly slot: ContextSlot;
  /** Whose word its text is; the least trusted where it is joined from several. */
  readonly trust: Trust;
  /** Default `text/markdown`. */
  readonly mediaType?: string;
  /** The loop masks secrets in the result. A throw ends the run with its failure. */
  load(run: SourceRun): Promise<LoadedContext>;
}

/** The tools, rights and models of one run, decided from its workspace, agent and folder. */
export type RunEnvironment = {
  /** Every tool that this run could use; the loop narrows it to the agent's list. */
  readonly tools: ToolSet;
  readonly permission: Permission;
  /** Knows the secrets of the run's workspace. */
  readonly redactor: Redactor;
  readonly models: ModelDirectory;
  /** Sources of context besides the agent's instructions and the tools, in the order of the request. */
  readonly sources: readonly ContextSource[];
  /** Absolute paths that no tool may touch. */
  readonly forbiddenFolders: readonly string[];
  /** Called exactly once, when this execution of the run is over for whatever reason. */
  close(): Promise<void>;
};

/** Opens the environment of each run. */
export interface RunEnvironments {
  /**
   * `signal` aborts when the run is canceled or released. A throw ends the run with its failure, whose message is stored as it is: it must
   * not contain a secret. DATABASE_UNAVAILABLE leaves the run to the next claim instead.
   */
  openRun(trace: Trace, signal: AbortSignal): Promise<RunEnvironment>;
}
