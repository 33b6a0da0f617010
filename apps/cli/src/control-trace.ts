import { GoaltraceError } from "@goaltrace/core";
import { controlRun } from "@goaltrace/host";
import { localScope } from "./local-scope.ts";
import { withRuntime } from "./with-runtime.ts";

/** Sends a signal without a text to a run. Errors: NOT_FOUND for an unknown trace, CONFLICT when the run has ended. */
export async function controlTrace(
  kind: "pause" | "resume" | "cancel",
  { trace, workspace }: { readonly trace: string; readonly workspace: string | undefined },
): Promise<void> {
  await withRuntime(async (runtime) => {
    const { database, ids, clock } = runtime;
    const scope = await localScope(runtime, workspace);
    const { requested } = await controlRun({ stores: database, ids, clock }, scope, {
      traceId: trace,
      body: kind === "cancel" ? { kind, payload: { reason: null } } : { kind, payload: {} },
    });
    if (requested) return;
    throw new GoaltraceError({
      code: "CONFLICT",
      message: `Run ${trace} has ended.`,
      fix: "Start a new run, or continue its conversation in the browser.",
    });
  });
}
