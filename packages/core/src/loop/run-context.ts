import type { Failure } from "../errors.ts";
import type { Entry } from "../log/entry.ts";
import type { PreviousHolder } from "../ports/trace-store.ts";
import type { Trace } from "../log/trace.ts";
import type { Update } from "../log/update.ts";
import type { TreeAccount } from "./budget/tree-account.ts";
import type { ChildWork } from "./children/child-work.ts";
import type { RunFamily } from "./children/run-family.ts";
import type { RunEnvironment } from "../ports/run-environment.ts";
import type { RunProcesses } from "../ports/run-processes.ts";
import type { KnownSignal } from "../signals/signal.ts";
import type { ContextTexts } from "./context/context-texts.ts";
import type { PromptHistory } from "./context/prompt-history.ts";
import type { LogWriter } from "./log-writer.ts";
import type { RunAge } from "./run-age.ts";
import type { RunModels } from "./model/run-models.ts";
import type { RecallChoiceState } from "./pending-choice.ts";
import type { BackgroundSummary } from "./pending-summary.ts";
import type { RunPorts } from "./ports.ts";
import type { RunState } from "./run-state.ts";
import type { Strategy } from "./strategy.ts";

/** Reads the resolved log of a trace after a sequence, this run's own commits included, in pages. Default limit: the rest of the log. */
export type ReadPages = (
  trace: Trace,
  range: { readonly after: number; readonly limit?: number },
) => AsyncIterable<readonly Entry[]>;

/** The state and services that the loop shares while it executes one run. */
export type RunContext = {
  readonly trace: Trace;
  /** Fence of this execution's lease; grows with each claim. */
  readonly fence: number;
  readonly ports: RunPorts;
  /** Its tools are limited to those that the agent may use. */
  readonly environment: RunEnvironment;
  /** Aborts when the run is canceled. */
  readonly signal: AbortSignal;
  readonly state: RunState;
  readonly writer: LogWriter;
  readonly models: RunModels;
  readonly history: PromptHistory;
  readonly texts: ContextTexts;
  readonly background: BackgroundSummary;
  readonly recallChoice: RecallChoiceState;
  readonly readPages: ReadPages;
  readonly age: RunAge;
  /** The number of touched folders for which the project context was last loaded; the summary after which the index of memory was. */
  readonly loaded: { folders: number; indexFor: number | null };
  emit(update: Update): void;
  /** True while the strategy answers a doom loop with another plan. */
  canReplan(): boolean;
  /** The distance from the root of the tree: 0 for the run that a person started. */
  readonly depth: number;
  /** The spending of this run and the runs below it. */
  readonly account: TreeAccount;
  /** The place of this run among those of its tree that execute; it leaves the place while it only waits for its children. */
  readonly place: { leave(): void; enter(signal: AbortSignal): Promise<void> };
  /** The runs under the root's lease that this process executes. */
  readonly family: RunFamily;
  /** The processes that the run has started in the background. */
  readonly processes: RunProcesses;
  /** The children of this run that this process executes. */
  readonly childWork: ChildWork;
};

/** The controls of one execution from outside the loop. */
export type RunControl = {
  readonly strategy: Strategy;
  /** True if the environment could not be opened. The run then ends without loading its context. */
  readonly isRefused: boolean;
  /** Aborts when the run should stop before its next step and be left to another worker. */
  readonly release: AbortSignal;
  /** The fate of the run's previous holder. */
  readonly previousHolder: PreviousHolder;
  /** Returns the failure with which the run must end at once as interrupted, because it harms its worker; null normally. */
  setAside(): Failure | null;
  cancelReason(): {
    readonly signalId: string;
    readonly personId: string | null;
    readonly reason: string | null;
  };
  /** Returns the signals received since the last call, oldest first. A signal may repeat until it is taken. */
  drainSignals(): readonly KnownSignal[];
  /** Reads the signals that were sent until now: no tool call starts after a cancellation was stored. */
  checkSignals(): Promise<void>;
  /** Resolves when a signal has been read that `drainSignals` has not returned yet, or when `over` aborts. */
  untilSignal(over: AbortSignal): Promise<void>;
};
