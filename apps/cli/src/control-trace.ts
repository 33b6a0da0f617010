import { GoaltraceError } from "@goaltrace/core";
import { controlRun } from "@goaltrace/host";
import { localScope } from "./local-scope.ts";
import { withRuntime } from "./with-runtime.ts";

/** Sends a pause or resume signal to a run. Errors: NOT_FOUND for an unknown trace, CONFLICT when the run has ended. */
export async function controlTrace(
  kind: "pause" | "resume",
  { trace, workspace }: { readonly trace: string; readonly workspace: string | undefined },
): Promise<void> {
  await withRuntime(async ({ database, ids, clock }) => {
    const scope = await localScope(database, ids, workspace);
    const { requested } = await controlRun({ stores: database, ids, clock }, scope, {
      traceId: trace,
      body: { kind, payload: {} },
    });
    if (requested) return;
    throw new GoaltraceError({
      code: "CONFLICT",
      message: `Run ${trace} has ended.`,
      fix: "Start a new run, or continue its conversation in the browser.",
    });
  });
}
