import type { Failure } from "../errors.ts";
import type { RunState } from "./run-state.ts";
import type { CallPurpose } from "../log/run-event.ts";

/** What the loop does next. */
export type StrategyAction =
  | { readonly kind: "call_model"; readonly purpose: CallPurpose; readonly withTools: boolean }
  | { readonly kind: "run_tools" }
  | {
      readonly kind: "finish";
      readonly status: "completed" | "failed" | "cancelled";
      readonly failure: Failure | null;
    };

/**
 * Decides from the state derived from the log, and holds no state of its own (M14), so that crash recovery, fork and replay work in the
 * middle of a plan. Strategies plug in by name without touching the loop (R17).
 */
export interface Strategy {
  readonly name: string;
  next(state: Readonly<RunState>): StrategyAction;
}
