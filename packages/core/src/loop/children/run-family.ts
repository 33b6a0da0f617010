import type { Entry } from "../../log/entry.ts";
import type { Trace } from "../../log/trace.ts";
import type { Amounts } from "../../ports/budget-store.ts";
import type { RunEnvironment } from "../../ports/run-environment.ts";
import type { SignalBody } from "../../signals/signal.ts";
import type { ChildSlots } from "./child-slots.ts";
import type { TreeAccount } from "../budget/tree-account.ts";
import type { RunOutcome } from "../run-outcome.ts";
import type { TreeDenials } from "./denials.ts";
import type { TreeEdits } from "./tree-edits.ts";
import type { TreeLoops } from "./tree-loops.ts";

/** The part of a run that limits its children. */
export type ParentRun = {
  readonly environment: RunEnvironment;
  readonly depth: number;
  readonly account: TreeAccount;
};

/** The runs under one root's lease that this process executes. Implemented above the loop. */
export interface RunFamily {
  /** The calls that people denied in any run of the tree. */
  readonly denials: TreeDenials;
  /** Returns how many runs were started below the root so far, in all processes. */
  size(): Promise<number>;
  /**
   * Counts a run that is about to start, unless `check` throws for the number of those before it. Runs that start at the same moment are
   * counted one after the other.
   */
  admit(childTraceId: string, check: (started: number) => void): Promise<void>;
  /** Stores a new child, once: a child that is stored already stays as it is. Errors: those of the store. */
  create(child: Trace, entries: readonly Entry[]): Promise<void>;
  /** Returns the stored child; undefined when it was deleted. */
  get(childTraceId: string): Promise<Trace | undefined>;
  /** Returns what a stored child and everything below it have spent. Time is not counted. */
  spent(childTraceId: string): Promise<Amounts>;
  /** Reads the own entries of every stored run below the root, one run after the other, parents first. */
  logs(): AsyncIterable<{ readonly trace: Trace; readonly entries: readonly Entry[] }>;
  /** Returns the ids of a stored child and of all runs below it. */
  below(childTraceId: string): Promise<ReadonlySet<string>>;
  /** Returns true if a child, or a run below it, has something to do: it is not waiting, or its wait is over. */
  isDue(child: Trace): Promise<boolean>;
  /** Returns true when this process gives the root back: nothing more may start. */
  isReleased(): boolean;
  /** Resolves when the child may be due, when `signal` aborts, and when this process gives the root back. */
  untilDue(child: Trace, signal: AbortSignal): Promise<void>;
  /** The failed calls of all runs of the tree. */
  readonly loops: TreeLoops;
  /** The files that the runs of the tree change. */
  readonly edits: TreeEdits;
  /** The places in which the runs of the tree below the root execute. */
  readonly slots: ChildSlots;
  /** Sends a signal to a run of the tree, once for each id, and lets its inbox read it. Errors: those of the store. */
  send(traceId: string, signal: { readonly id: string } & SignalBody): Promise<void>;
  /** Executes a child until it ends, waits or is released. `signal` cancels it. */
  execute(child: Trace, parent: ParentRun, signal: AbortSignal): Promise<RunOutcome>;
}
