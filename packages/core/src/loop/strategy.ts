import type { Failure } from "../errors.ts";
import type { RunState } from "./run-state.ts";
import type { EntryDraft } from "../log/entry.ts";
import type { CallPurpose } from "../log/run-event.ts";
import type { AgentSnapshot, WaitingFor } from "../log/trace.ts";
import type { Ids } from "../ports/clock.ts";
import type { ToolSet } from "../ports/tool.ts";

/** The next action of the loop. */
export type StrategyAction =
  | {
      readonly kind: "call_model";
      readonly purpose: CallPurpose;
      readonly withTools: boolean;
      /** A text for this call alone, in the message at the end of its request. @default none */
      readonly note?: string;
    }
  | { readonly kind: "run_tools" }
  | AskAction
  | RecordAction
  | StartCallsAction
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

/** The purpose of a helper call. Its answer becomes events of the log, no message. */
export type HelperPurpose = Extract<
  CallPurpose,
  "route" | "plan" | "replan" | "solve" | "critique" | "check" | "lesson"
>;

/** The data available when the answer of a helper call is read. */
export type HelperRun = {
  readonly ids: Ids;
  readonly tools: ToolSet;
  /** The call, null when none was made because a budget leaves no room for it. */
  readonly callId: string | null;
  /** US dollars; null when unknown. */
  readonly cost: number | null;
  /** The reference of the model that answered; empty without a call. */
  readonly model: string;
};

/** The entries that an answer becomes, or its problem, in words for the model. */
export type HelperAnswer =
  | { readonly ok: true; readonly entries: readonly EntryDraft[] }
  | { readonly ok: false; readonly problem: string };

/**
 * Asks a model something that becomes events. An answer that `read` rejects is asked for once more, with the problem. If that fails as well,
 * or the model or a budget does, the run continues with the entries of `without`, which must make progress.
 */
export type AskAction = {
  readonly kind: "ask";
  readonly purpose: HelperPurpose;
  readonly question: string;
  read(answer: string, run: HelperRun): HelperAnswer;
  without(problem: string, run: HelperRun & { readonly answer: string }): readonly EntryDraft[];
};

/** Adds entries to the log, such as the end of a step. They must change the state, because the strategy is asked again. */
export type RecordAction = {
  readonly kind: "record";
  entries(run: { readonly ids: Ids }): readonly EntryDraft[];
};

/**
 * Starts tool calls that the strategy planned, side by side where their tools allow it. `arguments` is the text of a JSON object in which
 * `${name}` stands for a named value of the run; the result of a call becomes the value `name`.
 */
export type StartCallsAction = {
  readonly kind: "start_calls";
  /** The helper call that planned them. */
  readonly callId: string;
  readonly calls: readonly {
    readonly id: string;
    readonly tool: string;
    readonly arguments: string;
  }[];
};

/** Facts that a strategy may use besides the log. */
export type StrategyRun = { readonly tools: ToolSet; readonly agent: AgentSnapshot };

/**
 * Chooses the next action from the state derived from the log. Strategies are stateless, so that crash recovery, forks and replays work at any
 * point. They are found by name; adding one does not change the loop.
 */
export interface Strategy {
  readonly name: string;
  next(state: Readonly<RunState>, run: StrategyRun): StrategyAction;
  /** True while it can answer a doom loop with another plan. The run then neither ends nor asks a person. @default never */
  canReplan?(state: Readonly<RunState>): boolean;
}
