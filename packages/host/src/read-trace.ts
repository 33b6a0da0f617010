import { GoaltraceError, type Scope, type Trace, type TraceStore } from "@goaltrace/core";

/** Errors: NOT_FOUND for a trace that the scope does not see. */
export async function readTrace(
  { traces, scope }: { readonly traces: TraceStore; readonly scope: Scope },
  traceId: string,
): Promise<Trace> {
  const trace = await traces.get(scope, traceId);
  if (trace !== undefined) return trace;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "There is no such trace in this workspace.",
    fix: "Check the address; the trace may have been deleted.",
  });
}
