import type { Failure } from "../errors.ts";
import type { RunState } from "./run-state.ts";
import type { CallPurpose } from "../log/run-event.ts";
import type { WaitingFor } from "../log/trace.ts";

/** What the loop does next. */
export type StrategyAction =
  | { readonly kind: "call_model"; readonly purpose: CallPurpose; readonly withTools: boolean }
  | { readonly kind: "run_tools" }
  | WaitAction
  | {
      readonly kind: "finish";
      readonly status: "completed" | "failed" | "cancelled";
      readonly failure: Failure | null;
    };

/**
 * Leaves the run until a signal answers what it waits for (`ANSWERS`) or its time comes: milliseconds since the epoch, null for no time. It
 * then continues with status `running`, in a process that knows nothing of this one.
 */
export type WaitAction = {
  readonly kind: "wait";
  readonly for: WaitingFor;
  readonly wakeAt: number | null;
};

/**
 * Decides from the state derived from the log, and holds no state of its own, so that crash recovery, fork and replay work in the
 * middle of a plan. Strategies plug in by name without touching the loop.
 */
export interface Strategy {
  readonly name: string;
  next(state: Readonly<RunState>): StrategyAction;
}
