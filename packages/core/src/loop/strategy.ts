import type { Failure } from "../errors.ts";
import type { RunState } from "./run-state.ts";
import type { CallPurpose } from "../log/run-event.ts";
import type { WaitingFor } from "../log/trace.ts";

/** The next action of the loop. */
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
 * Parks the run until a signal answers its wait (`ANSWERS`) or `wakeAt` is reached (milliseconds since the epoch; null for never). It then
 * continues with status `running`, possibly in another process.
 */
export type WaitAction = {
  readonly kind: "wait";
  readonly for: WaitingFor;
  readonly wakeAt: number | null;
};

/**
 * Chooses the next action from the state derived from the log. Strategies are stateless, so that crash recovery, forks and replays work at any
 * point. They are found by name; adding one does not change the loop.
 */
export interface Strategy {
  readonly name: string;
  next(state: Readonly<RunState>): StrategyAction;
}
