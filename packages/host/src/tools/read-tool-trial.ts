import { type Failure, GoaltraceError } from "@goaltrace/core";
import { TOOL_TRIAL } from "@goaltrace/core/agents";
import { isTerminal, type ToolMessage, type Trace } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import { readTrace } from "@goaltrace/core/reading";
import type { Runtime } from "../runtime.ts";
import { TRIAL_SHOWN_CHARACTERS, TRIAL_SHOWN_ENTRIES } from "../tunables.ts";

/** A trial and, once there is one, its result. */
export type ToolTrialView = {
  readonly trace: Pick<Trace, "id" | "status" | "waitingFor">;
  readonly isOver: boolean;
  readonly result: {
    readonly outcome: ToolMessage["outcome"];
    readonly title: string;
    /** The text for a model, without the end of a long one. */
    readonly output: string;
    readonly isCut: boolean;
    readonly durationMs: number;
  } | null;
  /** Why the run failed, other than by the result of the call. */
  readonly failure: Failure | null;
};

/** Reads a trial. Errors: NOT_FOUND for a trace that the person cannot see, and for one that is not a trial. */
export async function readToolTrial(
  { stores }: Pick<Runtime, "stores">,
  scope: Scope,
  traceId: string,
): Promise<ToolTrialView> {
  const trace = await readTrace({ traces: stores.traces, scope }, traceId);
  if (trace.agent.strategy !== TOOL_TRIAL) throw noTrial();
  const entries = await stores.traces.entries(scope, traceId, { after: 0, limit: TRIAL_SHOWN_ENTRIES });
  const result = entries.find((entry) => entry.kind === "message" && entry.role === "tool");
  const { id, status, waitingFor, failure } = trace;
  return {
    trace: { id, status, waitingFor },
    isOver: isTerminal(status),
    result: result?.kind === "message" && result.role === "tool" ? toResult(result) : null,
    failure,
  };
}

function toResult({ outcome, title, output, durationMs }: ToolMessage): ToolTrialView["result"] {
  const shown = output.slice(0, TRIAL_SHOWN_CHARACTERS);
  return { outcome, title, output: shown, isCut: shown.length < output.length, durationMs };
}

function noTrial(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "This run is not a trial of a tool.",
    fix: "Open it among the traces.",
  });
}
