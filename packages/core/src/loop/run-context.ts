import type { Trace } from "../log/trace.ts";
import type { Update } from "../log/update.ts";
import type { RunEnvironment } from "../ports/run-environment.ts";
import type { KnownSignal } from "../signals/signal.ts";
import type { ContextTexts } from "./context/context-texts.ts";
import type { PromptHistory } from "./context/prompt-history.ts";
import type { LogWriter } from "./log-writer.ts";
import type { RunModels } from "./model/run-models.ts";
import type { BackgroundSummary } from "./pending-summary.ts";
import type { RunPorts } from "./ports.ts";
import type { RunState } from "./run-state.ts";
import type { Strategy } from "./strategy.ts";

/** The state and services that the parts of the loop share while they execute one run. */
export type RunContext = {
  readonly trace: Trace;
  /** Of the lease under which this execution runs; grows with each claim. */
  readonly fence: number;
  readonly ports: RunPorts;
  /** Its tools are those that the agent may use. */
  readonly environment: RunEnvironment;
  /** Aborts when the run is canceled. */
  readonly signal: AbortSignal;
  readonly state: RunState;
  readonly writer: LogWriter;
  readonly models: RunModels;
  readonly history: PromptHistory;
  readonly texts: ContextTexts;
  readonly background: BackgroundSummary;
  emit(update: Update): void;
};

/** How one execution of a run is steered from outside the loop. */
export type RunControl = {
  readonly strategy: Strategy;
  /** The environment could not be opened, so that the run only ends: nothing is loaded for it. */
  readonly isRefused: boolean;
  /** Aborts when the run is to stop at the next step and be left to another worker. */
  readonly release: AbortSignal;
  cancelReason(): {
    readonly signalId: string;
    readonly personId: string | null;
    readonly reason: string | null;
  };
  /** What came since the last call, oldest first. A signal may come again until it was taken. */
  drainSignals(): readonly KnownSignal[];
};

/** How an execution ended: the trace is over, it was left to another worker, or it waits and needs none. */
export type RunOutcome = { readonly kind: "finished" | "released" | "parked" };
